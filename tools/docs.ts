// `npm run docs`: writes the pages that are made from the specification's own data. test/docs compares them.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { madePages } from './pages.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const { file, text } of await madePages()) {
  writeFileSync(join(root, file), text);
  console.log(`wrote ${file}`);
}

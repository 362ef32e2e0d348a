import { createReference } from '../adapters/reference/index.ts';
import { baselineFileSchema } from './pages/baseline.ts';
import { boundariesPage } from './pages/boundaries.ts';
import { cliPage } from './pages/cli.ts';
import { mutantsPage } from './pages/mutants.ts';
import { protocolPage, protocolSchema } from './pages/protocol.ts';
import { reportFileSchema } from './pages/report.ts';
import { requirementsPage } from './pages/requirements.ts';
import { runtimesPage } from './pages/runtimes.ts';
import { specificationPage } from './pages/specification/page.ts';

/** A page of the documentation that is made from data, with its path from the root of the checkout. */
export type Page = { readonly file: string; readonly text: string };

/** Every page that `npm run docs` writes. */
export const madePages = async (): Promise<readonly Page[]> => [
  { file: 'docs/specification.md', text: specificationPage() },
  { file: 'docs/requirements.md', text: requirementsPage() },
  { file: 'docs/boundaries.md', text: boundariesPage() },
  { file: 'docs/mutants.md', text: mutantsPage((await createReference().describe()).can ?? []) },
  { file: 'docs/reference/cli.md', text: cliPage() },
  { file: 'docs/protocol.md', text: protocolPage() },
  { file: 'docs/protocol.schema.json', text: protocolSchema() },
  { file: 'docs/baseline.schema.json', text: baselineFileSchema() },
  { file: 'docs/report.schema.json', text: reportFileSchema() },
  { file: 'docs/runtimes.md', text: runtimesPage() },
];

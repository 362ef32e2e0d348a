// Builds the explorer, which every page of a report carries, as one script without a file beside it.
// `node tools/page.mjs FOLDER` writes explorer.js there.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** True when it was built; else it has said what is wrong. */
export const buildPage = async (outDir) => {
  try {
    await build(configuration(outDir));
  } catch (error) {
    console.error(`page: the explorer was not built: ${error.message}`);
    return false;
  }
  makeEmbeddable(join(outDir, 'explorer.js'));
  return true;
};

const configuration = (outDir) => ({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    minify: true,
    lib: {
      entry: join(root, 'reports', 'page', 'app', 'main.tsx'),
      formats: ['iife'],
      name: 'explorer',
      fileName: () => 'explorer.js',
    },
  },
});

/** Inside a script element these two would end the script or begin a comment, in a string as well as anywhere else. */
const makeEmbeddable = (file) => {
  const text = readFileSync(file, 'utf8')
    .replace(/<\/(?=script)/gi, '<\\/')
    .replace(/<!--/g, '<\\!--');
  writeFileSync(
    file,
    `/*! The explorer of killpoint, with preact, xstate and zod inside: (c) their authors, MIT licence. */${text}`,
  );
};

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('expected the folder to write to: node tools/page.mjs FOLDER');
  if (!(await buildPage(resolve(folder)))) process.exitCode = 1;
}

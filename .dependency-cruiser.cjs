// The house (ARCHITECTURE.md) as rules. The table below is the only place that says who may import what; whatever it does
// not allow is refused. test/layers.test.ts proves that each forbidden edge is.
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** `may`: folders. `packages`: npm packages. `node`: whether Node's own modules are allowed. */
const layers = {
  model: { may: [], packages: ['xstate', 'zod'], node: false },
  sut: { may: ['model'], packages: ['better-sqlite3'], node: true },
  scenarios: {
    may: ['model'],
    packages: ['zod', 'fast-check', 'msw', '@sinonjs/fake-timers', 'canonicalize', 'p-limit'],
    node: true,
  },
  adapters: { may: ['model'], packages: ['zod'], node: true },
  reports: {
    may: ['model'],
    packages: ['cli-table3', 'fast-string-width', 'fast-wrap-ansi', 'junit-report-builder', 'picocolors', 'preact'],
    node: false,
  },
  cli: {
    may: ['model', 'sut', 'scenarios', 'adapters', 'reports'],
    packages: ['cli-progress', 'commander', 'fastest-levenshtein', 'picocolors', 'tsx', 'vitest', 'zod'],
    node: true,
  },
};

/** Folders inside a layer that may do more than their layer. */
const rooms = { 'adapters/reference': { ...layers.adapters, may: ['model', 'sut'] }, ...thirdPartyAdapters() };

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, layer]) => onlyAllowed(folder, layer, Object.keys(rooms))),
    ...Object.entries(rooms).map(([folder, layer]) => onlyAllowed(folder, layer, [])),
    ...Object.entries(layers)
      .filter(([, layer]) => !layer.node)
      .map(([folder]) => noNode(folder)),
    noCycles(),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A template is what its user owns: it imports killpoint as a package.
    exclude: { path: '(^|/)dist/|^cli/templates/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};

/** Everything but Node's own modules: a folder's own files, the folders and the packages that it may use. */
function onlyAllowed(folder, { may, packages }, except) {
  const home = folder.startsWith('adapters/') ? 'adapters' : folder;
  const folders = [home, ...may].map((name) => `^${escaped(name)}/`);
  // A package that is not installed, as a third-party adapter's may be, shows by its bare name.
  const fromPackages = packages.flatMap((name) => [
    `(^|/)node_modules/(@types/)?${escaped(name)}/`,
    `^${escaped(name)}(/|$)`,
  ]);
  return {
    name: `${folder.replace('/', '-')}-imports`,
    comment: `${folder} may import ${[...may, ...packages].join(', ') || 'nothing'}: see the table in .dependency-cruiser.cjs`,
    severity: 'error',
    from: { path: `^${escaped(folder)}/`, pathNot: except.map((name) => `^${escaped(name)}/`) },
    to: { dependencyTypesNot: ['core'], pathNot: [...folders, ...fromPackages] },
  };
}

function noNode(folder) {
  return {
    name: `${folder}-no-node`,
    comment: `${folder} is pure: it takes what it needs as arguments, so that it also runs in a browser`,
    severity: 'error',
    from: { path: `^${escaped(folder)}/` },
    to: { dependencyTypes: ['core'] },
  };
}

function noCycles() {
  return {
    name: 'no-cycles',
    comment: 'Two files that need each other are one idea in two places',
    severity: 'error',
    from: {},
    to: { circular: true },
  };
}

/** A third-party adapter may also import what its own package.json lists. */
function thirdPartyAdapters() {
  const folders = existsSync('adapters') ? readdirSync('adapters') : [];
  const listed = folders.filter((name) => existsSync(join('adapters', name, 'package.json')));
  return Object.fromEntries(
    listed.map((name) => {
      const { dependencies = {} } = JSON.parse(readFileSync(join('adapters', name, 'package.json'), 'utf8'));
      const packages = [...layers.adapters.packages, ...Object.keys(dependencies)];
      return [`adapters/${name}`, { ...layers.adapters, packages }];
    }),
  );
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

// Who may know whom. Each rule says why; `npm test` and test/architecture hold them.

/** Packages by name, wherever their files lie. */
const packages = (...names) => `node_modules/(${names.join('|')})/`;
const typeOnly = ['type-only'];

const stores = '-store\\.ts$';
/** Each feature's `create<Feature>(needs)`: puts its stores and services together. */
const doors = '^src/features/[^/]+/index\\.ts$';
/** Modules of a feature that may do I/O say so by their names. */
const doesIo = '(-(store|service|handlers|worker)|/index)\\.ts$';
const compositionRoot = '^src/container\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'pure-ground',
      comment:
        'mappings, text and contract are what all others build on: they know zod, the public suffix list and each other.',
      severity: 'error',
      from: { path: '^(mappings|src/text|src/contract)/' },
      to: {
        pathNot: [
          '^(mappings|src/text|src/contract)/',
          packages('zod', 'tldts', 'tldts-core'),
          '^(node:)?(url|crypto)$',
        ],
      },
    },
    {
      name: 'contract-below-mappings',
      comment: 'The index is made of the words of the contract; the contract knows no index.',
      severity: 'error',
      from: { path: '^src/(contract|text)/' },
      to: { path: '^mappings/' },
    },
    {
      name: 'text-below-contract',
      comment: 'Rules about text hold wherever the text comes from.',
      severity: 'error',
      from: { path: '^src/text/' },
      to: { path: '^src/contract/' },
    },
    {
      name: 'knex-in-stores',
      comment:
        'The service asks Postgres in stores only, so that what is asked can be found and read in one place.',
      severity: 'error',
      from: { path: '^src/', pathNot: [stores, '^src/database/', doors, compositionRoot] },
      to: { path: packages('knex', 'pg', '@types/pg', 'pg-copy-streams') },
    },
    {
      name: 'elasticsearch-in-search',
      comment: 'The service asks Elasticsearch through its gateway only, where failures become typed.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/search/', compositionRoot] },
      to: { path: packages('@elastic/[^/]+') },
    },
    {
      name: 'express-in-http',
      comment: 'Services and rules work without a request.',
      severity: 'error',
      from: { path: '^(src|indexers|mappings)/', pathNot: ['^src/http/', '^src/app\\.ts$'] },
      to: { path: packages('express', '@types/express', '@types/express-serve-static-core') },
    },
    {
      name: 'pure-features',
      comment:
        'In a feature everything is pure except stores, services, handlers, workers and its door: it takes values, returns values, and knows nothing that does I/O, not even as a type.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: doesIo },
      to: {
        pathNot: [
          `^src/features/(?!.*${doesIo})`,
          '^(mappings|src/text|src/contract)/',
          '^src/(calendar|idempotency/(idempotency-key|keyed-call)|search/(clauses|search-answer)|outbound/outside-outcome)\\.ts$',
          packages('zod', 'tldts', 'ipaddr\\.js', 'csv-stringify', '@secretlint/[^/]+'),
          '^(node:)?(buffer|crypto|zlib)$',
        ],
      },
    },
    {
      name: 'documents-are-pure',
      comment: 'A document depends on its source alone; only its reader talks to Postgres.',
      severity: 'error',
      from: { path: '^indexers/(documents/|facts/company-source\\.ts$)', pathNot: '-reader\\.ts$' },
      to: {
        pathNot: [
          '^indexers/(documents/(?!.*-reader\\.ts$)|facts/company-source\\.ts$)',
          '^(mappings|src/text|src/contract)/',
          '^(node:)?crypto$',
        ],
      },
    },
    {
      name: 'features-through-services',
      comment:
        'A feature reaches another through its service or its pure rules, never through its store, handlers or door.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: {
        path: ['^src/features/[^/]+/.+-(store|handlers)\\.ts$', doors],
        pathNot: '^src/features/$1/',
      },
    },
    {
      name: 'http-knows-no-feature',
      comment: 'Endpoints and handlers come to http as data; of features it knows the type of an account.',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/features/', dependencyTypesNot: typeOnly },
    },
    {
      name: 'layers-know-no-feature',
      comment: 'Idempotency and paging are what features are built on.',
      severity: 'error',
      from: { path: '^src/(idempotency|paging)/' },
      to: { path: '^src/(features|http)/' },
    },
    {
      name: 'src-never-indexers',
      comment: "The service runs without the operator's side, the local stack and the tests.",
      severity: 'error',
      from: { path: '^(src|mappings)/' },
      to: { path: '^(indexers|engine|test|bench|scripts)/' },
    },
    {
      name: 'indexers-without-http',
      comment: "The operator's side works without a running service.",
      severity: 'error',
      from: { path: '^indexers/' },
      to: {
        path: ['^src/(http|app|container|service|main)', doors, '^(test|bench)/'],
      },
    },
    {
      name: 'indexers-below-engine',
      comment: 'The engine starts loading and indexing and tells ops which stack runs; both work without it.',
      severity: 'error',
      from: { path: '^indexers/' },
      to: { path: '^engine/' },
    },
    {
      name: 'loading-below-registers',
      comment: 'What loads and writes facts is the same for every register, and knows none.',
      severity: 'error',
      from: { path: '^indexers/(facts|loading|operator)/' },
      to: { path: '^indexers/registers/' },
    },
    {
      name: 'registers-stand-alone',
      comment: 'A register can be added or taken away by its folder and its line in the list.',
      severity: 'error',
      from: { path: '^indexers/registers/([^/]+)/' },
      to: { path: '^indexers/registers/', pathNot: '^indexers/registers/$1/' },
    },
    {
      name: 'facts-at-the-bottom',
      comment: 'A table of facts is described without the ways in which it is written and read.',
      severity: 'error',
      from: { path: '^indexers/facts/' },
      to: { path: '^indexers/', pathNot: '^indexers/facts/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client and the command line know the service by its API document alone.',
      severity: 'error',
      from: { path: '^(client|cli)/', pathNot: '^client/write-schema\\.ts$' },
      to: { path: '^(src|indexers|mappings|engine|bench|test)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Modules that run in a circle can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: typeOnly } },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-packages',
      comment: 'What the service imports is installed with it.',
      severity: 'error',
      from: { path: '^(src|indexers|mappings|client|cli)/', pathNot: '^client/(render|write)-schema\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: typeOnly, pathNot: packages('@types/[^/]+') },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.local)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    cache: false,
  },
};

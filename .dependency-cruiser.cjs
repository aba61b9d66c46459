// Which module may import which. Each rule says why; `npm test` and test/architecture check them.

/** Packages by name, wherever they are installed. */
const packages = (...names) => `node_modules/(${names.join('|')})/`;
const typeOnly = ['type-only'];

/** The rooms of a folder, the lowest first: each may use itself and those before it. */
const floors = (folder, rooms, comment) =>
  rooms.slice(0, -1).map((room, index) => ({
    name: 'rooms-on-floors',
    comment,
    severity: 'error',
    from: { path: `^${folder}/${room}/` },
    to: { path: `^${folder}/(${rooms.slice(index + 1).join('|')})/` },
  }));

/** Rooms on one floor: none may use another. */
const apart = (folder, rooms, comment) => [
  ...floors(folder, rooms, comment),
  ...floors(folder, [...rooms].reverse(), comment),
];

/** What these rooms may use of the files beside them, which otherwise use the rooms. */
const besideRooms = (folder, rooms, files, comment) => ({
  name: 'rooms-below-files-beside-them',
  comment,
  severity: 'error',
  from: { path: `^${folder}/(${rooms.join('|')})/` },
  to: { path: `^${folder}/[^/]+$`, pathNot: `^${folder}/(${files.join('|')})\\.ts$` },
});

const stores = '-store\\.ts$';
/** Each feature's `create<Feature>(needs)`, which connects its stores and services. */
const entryPoints = '^src/features/[^/]+/index\\.ts$';
/** The names of a feature's modules show which of them may do I/O. */
const doesIo = '(-(store|service|lookup|handlers|worker|parts)|/index)\\.ts$';
const compositionRoot = '^src/(container|housekeeping/retentions)\\.ts$';
/** Pure modules outside of features that pure modules of features may import. */
const pureElsewhere =
  '^src/(idempotency/idempotency-key|search/(clauses|search-answer)|outbound/outbound-outcome)\\.ts$';
/** How cells are written, for the service and the command line. */
const pureTables = '^tables/(?!.*-stream\\.ts$)';
/** Other modules that are called pure. */
const calledPure =
  '^(src/(outbound/public-target|process/failure-report)|lab/relevance/(making-queries|judged-query|.*-forms|name-(holders|judgement)|known-company|plain-name|spellings))\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'pure-ground',
      comment:
        'mappings, text and contract are the foundation: they import only zod, the public suffix list, the character references of HTML and each other.',
      severity: 'error',
      from: { path: '^(mappings|src/text|src/contract)/' },
      to: {
        pathNot: [
          '^(mappings|src/text|src/contract)/',
          packages('zod', 'tldts', 'tldts-core', 'entities'),
          '^(node:)?(url|crypto)$',
        ],
      },
    },
    {
      name: 'contract-below-mappings',
      comment: 'The index uses the vocabulary of the contract; the contract does not depend on the index.',
      severity: 'error',
      from: { path: '^src/(contract|text)/' },
      to: { path: '^mappings/' },
    },
    {
      name: 'text-below-contract',
      comment: 'Rules about text apply wherever the text comes from.',
      severity: 'error',
      from: { path: '^src/text/' },
      to: { path: '^src/contract/' },
    },
    {
      name: 'knex-in-stores',
      comment: 'Only stores query Postgres, so that every query can be found in one place.',
      severity: 'error',
      from: { path: '^src/', pathNot: [stores, '^src/(database|adapters)/', entryPoints, compositionRoot] },
      to: { path: packages('knex', 'pg', '@types/pg', 'pg-copy-streams') },
    },
    {
      name: 'elasticsearch-in-search',
      comment:
        'The service queries Elasticsearch only through its gateway, which turns failures into typed errors.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(search|adapters)/', compositionRoot] },
      to: { path: packages('@elastic/[^/]+') },
    },
    {
      name: 'express-in-http',
      comment: 'Services and rules work without a request.',
      severity: 'error',
      from: { path: '^(src|indexers|mappings)/', pathNot: '^src/(http|adapters)/' },
      to: { path: packages('express', '@types/express', '@types/express-serve-static-core') },
    },
    {
      name: 'pure-features',
      comment:
        'In a feature everything is pure except stores, services, lookups, handlers, workers and its index.ts: it takes values, returns values, and imports nothing that does I/O, not even as a type.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: doesIo },
      to: {
        pathNot: [
          `^src/features/(?!.*${doesIo})`,
          '^(mappings|src/text|src/contract)/',
          pureElsewhere,
          pureTables,
          packages(
            'zod',
            'tldts',
            'ipaddr\\.js',
            'csv-parse',
            'iconv-lite',
            '@fastify/busboy',
            'saxes',
            'numfmt',
            'yauzl',
            '@fastify/busboy',
            '@secretlint/[^/]+',
          ),
          '^(node:)?(buffer|crypto|zlib)$',
        ],
      },
    },
    {
      name: 'pure-elsewhere',
      comment: 'What pure modules of features import, and what is called pure, is pure too.',
      severity: 'error',
      from: { path: [pureElsewhere, calledPure] },
      to: {
        pathNot: [
          pureElsewhere,
          calledPure,
          '^(mappings|src/text|src/contract)/',
          packages('ipaddr\\.js', 'tldts', 'tldts-core'),
          '^(node:)?buffer$',
        ],
      },
    },
    {
      name: 'documents-are-pure',
      comment: 'A document depends only on its source; only its reader queries Postgres.',
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
        'A feature uses another through its service or its pure rules, never through its store, handlers or index.ts.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: {
        path: ['^src/features/[^/]+/.+-(store|handlers)\\.ts$', entryPoints],
        pathNot: '^src/features/$1/',
      },
    },
    {
      name: 'http-knows-no-feature',
      comment:
        'http receives endpoints and handlers as data. The only thing it knows of features is the type of an account.',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/features/', dependencyTypesNot: typeOnly },
    },
    {
      name: 'layers-know-no-feature',
      comment: 'Features are built on idempotency and paging, not the other way round.',
      severity: 'error',
      from: { path: '^src/(idempotency|paging)/' },
      to: { path: '^src/(features|http)/' },
    },
    {
      name: 'src-never-indexers',
      comment: "The service runs without the operator's commands, the local stack and the tests.",
      severity: 'error',
      from: { path: '^(src|mappings)/' },
      to: { path: '^(indexers|engine|test|scripts)/' },
    },
    {
      name: 'lab-serves-no-request',
      comment: 'The product works without its measurements and its fictional companies.',
      severity: 'error',
      from: { path: '^(src|indexers|mappings|client|cli|tables|assistant|desk)/' },
      to: { path: '^lab/' },
    },
    {
      name: 'lab-by-one-door',
      comment:
        "The engine starts the operator's commands and fills the local stack with fictional companies.",
      severity: 'error',
      from: { path: '^engine/' },
      to: { path: '^lab/', pathNot: '^lab/index\\.ts$' },
    },
    {
      name: 'indexers-without-http',
      comment: "The operator's commands work without a running service.",
      severity: 'error',
      from: { path: '^indexers/' },
      to: {
        path: [
          '^src/(http|container|main|process/(serve|service|start-failure|follower-process|workers))',
          entryPoints,
          '^test/',
        ],
      },
    },
    {
      name: 'indexers-below-engine',
      comment:
        'The engine starts loading and indexing, and gives ops the running stack; both work without it.',
      severity: 'error',
      from: { path: '^indexers/' },
      to: { path: '^engine/' },
    },
    {
      name: 'registers-stand-alone',
      comment: 'To add or remove a register, only its folder and its line in the list change.',
      severity: 'error',
      from: { path: '^indexers/registers/([^/]+)/' },
      to: { path: '^indexers/registers/', pathNot: '^indexers/registers/$1/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client and the command line know the service only by its API document.',
      severity: 'error',
      from: { path: '^(client|cli)/', pathNot: '^client/(write-schema|render-values)\\.ts$' },
      to: { path: '^(src|indexers|mappings|engine|test)/' },
    },
    {
      name: 'desk-stands-alone',
      comment: 'The desk is a page in the browser that uses the public API, and pure rules about text.',
      severity: 'error',
      from: { path: '^desk/' },
      to: { pathNot: ['^desk/', '^client/(index|source-resolving)\\.ts$', '^src/text/', packages('preact')] },
    },
    {
      name: 'tables-stand-alone',
      comment:
        'The service and the command line write tables with the same modules, which depend on neither.',
      severity: 'error',
      from: { path: '^tables/' },
      to: { pathNot: ['^tables/', packages('yazl', '@types/yazl'), '^(node:)?stream$'] },
    },
    {
      name: 'assistant-calls-the-api',
      comment:
        'The tools for assistants know the service only by its API, so that they have no way of their own into its data.',
      severity: 'error',
      from: { path: '^assistant/' },
      to: {
        pathNot: [
          '^assistant/',
          '^client/(index|schema|source-resolving)\\.ts$',
          packages('zod', '@modelcontextprotocol/[^/]+'),
          '^(node:)?crypto$',
        ],
      },
    },
    ...floors(
      'indexers',
      ['facts', 'operator', 'loading', 'registers', 'documents', 'indexing', 'following', 'backup'],
      'Facts are loaded from registers, made into documents and indexed; registers are followed. None of these knows a later one: loading is the same for every register, and a fact table does not depend on how it is written and read.',
    ),
    ...floors(
      'indexers/loading',
      ['files', 'joining'],
      'How a file is read does not depend on what becomes of its records.',
    ),
    ...floors(
      'indexers/indexing',
      ['generations', 'writing'],
      'What an index is does not depend on how documents are written into it.',
    ),
    besideRooms(
      'indexers/indexing',
      ['generations', 'writing'],
      [],
      'Commands use indices and what writes them, not the other way round.',
    ),
    ...floors(
      'src/text',
      ['letters', 'days', 'places', 'names', 'cells', 'identifiers'],
      'Letters make days, names and places, and those make the cells and identifiers that people write.',
    ),
    ...floors(
      'src/features/company-search',
      ['filters', 'requests', 'warnings'],
      'A search is made of filters and sent as requests; warnings say what it does not prove.',
    ),
    besideRooms(
      'src/features/company-search',
      ['filters', 'requests', 'warnings'],
      [],
      'The service puts a search together from these rooms.',
    ),
    ...floors(
      'src/features/row-matching',
      ['rules', 'lookup', 'settling'],
      'A rule knows no search, and a search does not know what is settled by it.',
    ),
    ...floors(
      'src/features/sources',
      ['columns', 'parsing', 'records', 'export', 'view', 'resolving', 'decisions', 'review', 'uploads'],
      'A table is read, stored, shown, resolved, decided and reviewed; none of these knows a later one.',
    ),
    ...apart(
      'src/features/sources/parsing',
      ['workbook', 'table'],
      'Where a table begins does not depend on the kind of its file, nor the other way round.',
    ),
    besideRooms(
      'src/features/sources/parsing',
      ['workbook', 'table'],
      ['file-failures', 'file-content', 'sheet-lines'],
      'Cells and lines are known to all; what reads a whole file uses the rooms.',
    ),
    ...floors(
      'cli',
      ['output', 'input', 'completion', 'sources', 'commands'],
      'Commands ask and show; what is shown does not depend on what was asked.',
    ),
    besideRooms(
      'cli',
      ['output', 'input', 'completion', 'sources'],
      ['calls', 'failure', 'session', 'download', 'api-failure'],
      'The program is made of commands, and those of the rooms.',
    ),
    ...floors(
      'desk/pages/review',
      ['state', 'candidates', 'dialogs'],
      'What is shown depends on the state of the review, which knows no element of the page.',
    ),
    besideRooms(
      'desk/pages/review',
      ['state', 'candidates', 'dialogs'],
      ['code-words', 'reason-texts', 'review-texts'],
      'The page is made of the rooms; they share its texts.',
    ),
    ...floors(
      'engine',
      ['processes', 'postgres', 'elasticsearch'],
      'Each part of the stack is a process; what a process is does not depend on the part.',
    ),
    ...apart('engine', ['postgres', 'elasticsearch'], 'No part of the stack knows another one.'),
    besideRooms(
      'engine',
      ['processes', 'postgres', 'elasticsearch'],
      ['project-folder'],
      'The stack is put together from its parts.',
    ),
    {
      name: 'no-cycles',
      comment: 'Modules that import each other, be it for a type, can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'The imported module does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-packages',
      comment: 'Every package that the service imports must be installed with it.',
      severity: 'error',
      from: {
        // Two rooms of the lab have commands of the operator, which are installed with the service.
        path: '^(src|indexers|mappings|client|cli|assistant|lab/(fictional|relevance))/',
        pathNot: '^client/(render|write)-schema\\.ts$',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: typeOnly, pathNot: packages('@types/[^/]+') },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((client/)?dist|\\.local)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    cache: false,
  },
};

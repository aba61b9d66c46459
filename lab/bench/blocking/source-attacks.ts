import {
  maxHeaderCharacters,
  maxImportBytes,
  maxSourceHeaders,
  maxSourceRows,
} from '../../../src/contract/limits.ts';
import { type Attack, keyHeader } from './attack.ts';
import type { BenchObjects } from './bench-objects.ts';
import { hostileText } from './hostile-texts.ts';
import type { AttackSize } from './schema-attacks.ts';
import type { Sent } from './sending.ts';

/** Uploads of the maximum size in every shape, and every operation on a source of that shape. */

interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly object[];
}
type Shape = readonly [kind: string, make: () => Table, columns?: Readonly<Record<string, string>>];

const at = '/api/service';
const columns = (count: number) => Array.from({ length: count }, (_, column) => `h${column}`);
const rowOf = (headers: readonly string[], cell: (column: number) => unknown) =>
  Object.fromEntries(headers.map((header, column) => [header, cell(column)]));
const name = { name: 'h0' };
/** Many more than may wait on a connection (src/http/pipelined-requests.ts). */
const pipelined = 3_600;

export function sourceAttacks(objects: BenchObjects, { share, texts }: AttackSize): Attack[] {
  const room = (maxImportBytes - 100_000) * share;
  const maxRows = Math.ceil(maxSourceRows * share);
  const { frequentNames, companyIds } = objects;
  const of = <Item>(items: readonly Item[], at: number) => items[at % items.length];
  /** Number of rows, by default as many as fit. */
  const table = (headers: readonly string[], row: (at: number) => object, rows = maxRows): Table => {
    const bytes = Buffer.byteLength(JSON.stringify(row(rows)));
    const fitting = Math.floor((room - JSON.stringify(headers).length * 3) / (bytes + 1));
    return {
      headers,
      rows: Array.from({ length: Math.max(1, Math.min(rows, fitting)) }, (_, at) => row(at)),
    };
  };
  const wide = columns(maxSourceHeaders);
  const long = wide.map((header) => header.padEnd(maxHeaderCharacters / maxSourceHeaders - 1, '語'));
  const shapes: Shape[] = [
    ['rows of the most frequent names', () => table(['h0'], (at) => ({ h0: of(frequentNames, at) })), name],
    ['rows of unknown names', () => table(['h0'], (at) => ({ h0: `架空商会${at}` })), name],
    [
      'rows of number, name, domain and ticker',
      () =>
        table(columns(4), (at) => ({
          h0: of(frequentNames, at),
          h1: of(companyIds, at)?.replace('cn_', ''),
          h2: `www.d${at}.co.jp`,
          h3: `${1000 + (at % 9000)}`,
        })),
      { ...name, corporate_number: 'h1', domain: 'h2', ticker: 'h3' },
    ],
    ['200 empty columns', () => table(wide, () => rowOf(wide, () => '')), name],
    [
      'rows of 200 cells of 10,000 characters',
      () => table(wide, () => rowOf(wide, () => 'a'.repeat(10_000))),
      name,
    ],
    [
      'headers of the maximum length, and empty rows',
      () => table(long, () => ({}), 1000),
      { name: long[0] ?? '' },
    ],
    ['empty rows', () => table(['h0'], () => ({})), name],
    ['rows of 30 unknown keys', () => table(['h0'], () => rowOf(columns(31), () => '')), name],
    ...texts.map(
      (text): Shape => [
        `cells of 10,000 characters: ${text}`,
        () => table(['h0'], (at) => ({ h0: hostileText(text, 10_000, at) }), 1000),
        name,
      ],
    ),
  ];
  /** Uploads that are refused, or that need no further operation. */
  const uploads: Shape[] = [
    [
      'a row with the maximum number of unknown keys',
      () => ({ headers: ['h0'], rows: [rowOf(columns(room / 16), () => '')] }),
    ],
    [
      'one cell of the maximum size',
      () => ({ headers: ['h0'], rows: [{ h0: hostileText('kanji', room / 3) }] }),
    ],
    [
      'an unknown key of the maximum size',
      () => ({ headers: ['h0'], rows: [{ [hostileText('kanji', room / 3)]: '' }] }),
    ],
    ['cells that are not text', () => table(['h0'], () => ({ h0: [[[]]] }))],
    ...texts.map(
      (text): Shape => [
        `200 headers of 10,000 characters: ${text}`,
        () => ({ headers: wide.map((_, column) => hostileText(text, 10_000 * share, column)), rows: [] }),
      ],
    ),
  ];
  const post = (path: string, body: unknown): Sent => ({
    method: 'POST',
    path: `${at}${path}`,
    headers: keyHeader(),
    body: Buffer.from(JSON.stringify(body)),
  });
  const sourceOf = ([, make]: Shape, mapped = {}) => {
    const { headers, rows } = make();
    return objects.source(rows, mapped, headers);
  };
  return [
    ...[...shapes, ...uploads].map(
      ([kind, make]): Attack => ({
        operationId: 'importSource',
        kind,
        make: () => post('/sources/import', make()),
      }),
    ),
    ...shapes.flatMap((shape): Attack[] => {
      const [kind, , mapped] = shape;
      let resolved: Promise<string> | undefined;
      const reading = (operationId: string, below: string): Attack => ({
        operationId,
        kind,
        async make() {
          resolved ??= sourceOf(shape, mapped).then(async (path) => {
            await objects.resolve(path);
            return path;
          });
          return { method: 'GET', path: `${at}${await resolved}${below}` };
        },
      });
      const changing = (operationId: string, change: (path: string) => Sent, mapped?: Shape[2]): Attack => ({
        operationId,
        kind,
        make: async () => change(await sourceOf(shape, mapped)),
      });
      return [
        changing('mapSource', (path) => post(`${path}/map`, { entity: 'company', columns: mapped })),
        changing('resolveSource', (path) => post(`${path}/resolve`, objects.spend), mapped),
        reading('inspectSource', '/inspect'),
        reading('reviewSource', '/review?limit=500'),
        reading('exportSource', '/export'),
        changing('deleteSource', (path) => ({ method: 'DELETE', path: `${at}${path}` })),
      ];
    }),
    {
      operationId: 'listSources',
      kind: '100 sources',
      make: () => ({ method: 'GET', path: `${at}/sources?limit=100` }),
    },
    ...[{}, { 'x-api-key': 'none' }].map(
      (headers): Attack => ({
        operationId: 'listSources',
        kind: `requests in one piece of data${'x-api-key' in headers ? ', without a valid key' : ''}`,
        make: () => ({
          method: 'GET',
          path: `${at}/sources`,
          headers,
          atOnce: Math.ceil(pipelined * share),
        }),
      }),
    ),
  ];
}

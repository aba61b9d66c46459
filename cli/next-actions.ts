/** The service's `next_actions`, which name requests, told as commands of this client. */

export interface ToldAction {
  readonly sentence: string;
  readonly commands: readonly string[];
}

interface Request {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

type ToCommand = (id: string, request: Request) => string | null;

const columnFlags: Readonly<Record<string, string>> = {
  corporate_number: '--number-column',
  ticker: '--ticker-column',
  domain: '--domain-column',
  name: '--name-column',
};

const ways: readonly (readonly [RegExp, ToCommand])[] = [
  [/^POST \/sources\/([^/]+)\/map$/, (id, { body }) => mapCommand(id, body.columns)],
  [/^POST \/sources\/([^/]+)\/resolve$/, (id) => `company-data source resolve ${id}`],
  [/^GET \/sources\/([^/]+)\/review$/, (id, { query }) => reviewCommand(id, query.get('status'))],
  // The review asks for each choice and makes it.
  [/^POST \/sources\/([^/]+)\/select$/, () => null],
  [/^GET \/sources\/([^/]+)\/export$/, (id) => `company-data source export ${id} --out companies.csv`],
  [/^POST \/lists()$/, (_, { body }) => `company-data list create '<name>' --source ${body.source_id}`],
];

/** An action without a request that is known stays as it was told. */
export function commandsOfAction(action: string): ToldAction {
  const requests = [...action.matchAll(/\b(GET|POST|PATCH|DELETE) (\/api\/service[^\s,;.]*)/g)];
  const commands = requests.flatMap(({ 0: whole, 1: method = '', 2: url = '', index }) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    const path = pathname.replace('/api/service', '');
    const body = firstObject(action.slice(index + whole.length));
    const way = ways.find(([pattern]) => pattern.test(`${method} ${path}`));
    if (!way) return [];
    const [pattern, toCommand] = way;
    const [, id = ''] = pattern.exec(`${method} ${path}`) ?? [];
    return [toCommand(id, { path, query: searchParams, body })];
  });
  const known = commands.filter((command) => command !== null);
  const [first] = requests;
  if (known.length === 0 || !first) return { sentence: action, commands: [] };
  return { sentence: action.slice(0, first.index).replace(/(:|, see|: see|,)?\s$/, ''), commands: known };
}

function mapCommand(id: string, columns: unknown): string {
  const flags = Object.entries((columns ?? {}) as Record<string, unknown>)
    .filter(([field]) => field in columnFlags)
    .map(([field, header]) => `${columnFlags[field]} ${shellWord(String(header))}`);
  return ['company-data source map', id, ...flags].join(' ');
}

function reviewCommand(id: string, status: string | null): string {
  const review = `company-data source review ${id}`;
  return status === null || status === 'multiple_candidates' ? review : `${review} --status ${status}`;
}

/** A word that a shell passes on as it is. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./:@%+,-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The first JSON object in the text, where its sentence has one. */
function firstObject(text: string): Readonly<Record<string, unknown>> {
  const start = text.search(/\{"/);
  // Before another request the object belongs to that one.
  const other = text.search(/\b(GET|POST|PATCH|DELETE) \//);
  if (start < 0 || (other >= 0 && other < start)) return {};
  for (let end = text.indexOf('}', start); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1));
    } catch {
      // The brace closes an inner object or stands in a text.
    }
  }
  return {};
}

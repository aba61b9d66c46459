import type { MappingField, Schema } from '../../client/index.ts';
import { escapeShellWord } from './text.ts';

/** The service's `next_steps`, converted from requests to commands of this client. */

export type NextRequest = Pick<Schema<'NextRequest'>, 'operation' | 'params' | 'query' | 'body'>;

const columnFlags: Readonly<Record<string, string>> = {
  corporate_number: '--number-column',
  ticker: '--ticker-column',
  domain: '--domain-column',
  name: '--name-column',
  prefecture: '--prefecture-column',
  city: '--city-column',
  address: '--address-column',
  postal_code: '--postal-column',
  email: '--email-column',
} satisfies Record<MappingField | Schema<'DetectedHint'>['field'], string>;

const commandOf = new Map<string, (id: string, request: NextRequest) => string>([
  ['importSourceFile', () => "company-data source import '<file>' --new"],
  ['mapSource', (id, { body }) => buildMapCommand(id, { ...Object(body?.columns), ...Object(body?.hints) })],
  ['resolveSource', (id) => `company-data source resolve ${id}`],
  ['reviewSource', (id, { query }) => buildReviewCommand(id, query.status)],
  [
    'selectSourceRow',
    (id, { body }) =>
      `company-data source select ${id} ${escapeShellWord(String(body?.row))} ${escapeShellWord(String(body?.companyId))}`,
  ],
  ['startSourceRun', (id) => `company-data source resolve ${id} --background`],
  ['getSourceRun', (id) => `company-data source runs ${id} --follow`],
  ['cancelSourceRun', (id) => `company-data source cancel ${id}`],
  [
    'resumeSourceRun',
    (id, { body }) => `company-data source resume ${id} --max-credits ${Number(body?.maxCredits)}`,
  ],
  ['listSourceReasons', (id) => `company-data source reasons ${id}`],
  ['decideSourceRows', (id, { body }) => buildDecideCommand(id, body?.decisions)],
  [
    'undoSourceDecisions',
    (id, { body }) => `company-data source undo ${id} --batch ${escapeShellWord(String(body?.batchId))}`,
  ],
  ['exportSource', (id) => `company-data source export ${id} --out companies.csv`],
  [
    'createList',
    (_, { body }) => `company-data list create '<name>' --source ${escapeShellWord(String(body?.source_id))}`,
  ],
]);

/** The commands for the requests of a step. */
export function toCommands(requests: readonly NextRequest[]): string[] {
  return requests.flatMap((request) => {
    const toCommand = commandOf.get(request.operation);
    if (toCommand) return [toCommand(escapeShellWord(request.params.sourceId ?? ''), request)];
    return [];
  });
}

function buildMapCommand(id: string, columns: object): string {
  const flags = Object.entries(columns)
    .filter(([field]) => field in columnFlags)
    .map(([field, header]) => `${columnFlags[field]} ${escapeShellWord(String(header))}`);
  return ['company-data source map', id, ...flags].join(' ');
}

function buildDecideCommand(id: string, decisions: unknown): string {
  const [decision] = Array.isArray(decisions) ? decisions : [];
  const reopens = Object(decision).action === 'reopen';
  return `company-data source decide ${id} '<row>' ${reopens ? '--reopen' : "--company '<company_id>'"}`;
}

function buildReviewCommand(id: string, status: string | undefined): string {
  const review = `company-data source review ${id}`;
  if (status === undefined || status === 'multiple_candidates') return review;
  return `${review} --status ${status}`;
}

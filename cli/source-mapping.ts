import { type Command, Option } from 'commander';
import type { Schema } from '../client/index.ts';
import { answered } from './calls.ts';
import { CommandFailure, exitCodes, usageFailure } from './failure.ts';
import { addFlags, type FlagsOf, partOf } from './option-values.ts';
import { askChoice } from './prompts.ts';
import type { Session } from './session.ts';
import { inspectCall, type ShownSource, showColumns, showSource } from './source-view.ts';

/** The mapping of columns to identifiers: from flags, from detection, or from prompts. */

export interface MappingOptions {
  readonly detected?: true;
}

type Mapping = Schema<'SourceMapping'>;

const columnFlags: FlagsOf<Mapping['columns']> = {
  name: new Option('--name-column <header>', 'column of company names'),
  corporate_number: new Option('--number-column <header>', 'column of corporate numbers'),
  ticker: new Option('--ticker-column <header>', 'column of securities codes'),
  domain: new Option('--domain-column <header>', 'column of domains or websites'),
};

const hintFlags: FlagsOf<Mapping['hints']> = {
  prefecture: new Option('--prefecture-column <header>', 'hint: prefecture of the head office'),
  city: new Option('--city-column <header>', 'hint: city of the head office'),
  address: new Option('--address-column <header>', 'hint: address of the head office'),
  postal_code: new Option('--postal-column <header>', 'hint: postal code of the head office'),
};

/** The most certain identifier first. */
const promptedColumns = ['corporate_number', 'ticker', 'domain', 'name'] as const;

export function addMappingOptions(command: Command): Command {
  return addFlags(command, columnFlags, hintFlags).option(
    '--detected',
    'use the columns that look like identifiers, without prompts',
  );
}

/** The mapping given by flags; null if there are none. */
export function mappingOfOptions(options: MappingOptions): Mapping | null {
  const columns = partOf(columnFlags, options);
  const hints = partOf(hintFlags, options);
  return columns || hints ? { entity: 'company', columns: columns ?? {}, hints: hints ?? {} } : null;
}

/** The columns that the service suggests. */
function detectedColumns(source: ShownSource): Pick<Mapping, 'columns' | 'hints'> {
  const suggested = (detected: readonly { suggested: boolean; field: string; header: string }[]) =>
    Object.fromEntries(
      detected.filter((column) => column.suggested).map(({ field, header }) => [field, header]),
    );
  return {
    columns: suggested(source.detected_identifier_columns),
    hints: suggested(source.detected_hint_columns),
  };
}

/** The mapping from flags or prompts; null if there is no terminal. */
export async function chooseMapping(
  session: Session,
  source: ShownSource,
  options: MappingOptions,
): Promise<Mapping | null> {
  const given = mappingOfOptions(options);
  if (given && !options.detected) return given;
  const detected = detectedColumns(source);
  if (options.detected) {
    const columns = { ...detected.columns, ...given?.columns };
    if (Object.keys(columns).length === 0) {
      throw usageFailure(
        `No column looks like an identifier. The columns are: ${source.headers.join(', ')}.`,
        `The source is kept. Name a column: company-data source map ${source.source_id} --name-column <header>`,
      );
    }
    return { entity: 'company', columns, hints: { ...detected.hints, ...given?.hints } };
  }
  if (!session.interactive || session.json) return null;
  showColumns(session, source);
  return askMapping(session, source, detected);
}

async function askMapping(
  session: Session,
  { headers }: ShownSource,
  detected: Pick<Mapping, 'columns' | 'hints'>,
): Promise<Mapping> {
  const choices = [
    { name: '(none)', value: null },
    ...headers.map((header) => ({ name: header, value: header })),
  ];
  const ask = (question: string, initial: string | undefined) =>
    askChoice<string | null>(session, question, choices, initial ?? null);
  const columns: Mapping['columns'] = {};
  for (const field of promptedColumns) {
    const header = await ask(`Which column is the ${field}?`, detected.columns[field]);
    if (header !== null) columns[field] = header;
  }
  const hints: Mapping['hints'] = {};
  for (const field of ['prefecture', 'city', 'address', 'postal_code'] as const) {
    const likely = detected.hints[field];
    if (likely === undefined) continue;
    const question = `Which column has the ${field.replace('_', ' ')}, to distinguish companies with the same name?`;
    const header = await ask(question, likely);
    if (header !== null) hints[field] = header;
  }
  return { entity: 'company', columns, hints };
}

export async function mapSource(session: Session, sourceId: string, options: MappingOptions): Promise<void> {
  const { source } = await answered(inspectCall(session, sourceId));
  const mapping = await chooseMapping(session, source, options);
  if (!mapping) {
    if (!session.json) showColumns(session, source);
    throw new CommandFailure(
      exitCodes.usage,
      'No column was given.',
      'Give --name-column or another column, or --detected to use the columns that look like identifiers.',
    );
  }
  showSource(session, await sendMapping(session, sourceId, mapping));
}

export function sendMapping(session: Session, sourceId: string, body: Mapping) {
  const params = { path: { sourceId } };
  return answered(session.api().POST('/api/service/sources/{sourceId}/map', { params, body }));
}

import { type Command, Option } from 'commander';
import {
  type MappingField,
  mappingFields,
  placeHintFields,
  type Schema,
  type SettleLevel,
  settleLevels,
} from '../../client/index.ts';
import { getDetectedColumns } from '../../client/source-resolving.ts';
import { getAnswer } from '../calls.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import {
  addFlags,
  createChoiceOption,
  type FlagsOf,
  omitUndefined,
  readFlagValues,
} from '../input/option-values.ts';
import { askChoice } from '../input/prompts.ts';
import { escapeShellWord, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import { openSourceCalls } from './source-runs.ts';
import { requestSource, type ShownSource, showColumns, showSource } from './source-view.ts';

/** The mapping of columns to identifiers: from flags, from detection, or from prompts. */

export interface MappingOptions {
  readonly detected?: true;
  readonly asOf?: string;
  readonly asOfColumn?: string;
  readonly settleFrom?: SettleLevel;
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
  domain: new Option(
    '--domain-hint-column <header>',
    'hint: domain that companies share or that is only likely',
  ),
  email: new Option(
    '--email-column <header>',
    'e-mail addresses, whose domains stand in for missing websites',
  ),
  securities_code: new Option('--ticker-hint-column <header>', 'hint: securities code that is only likely'),
};

export function addMappingOptions(command: Command): Command {
  return addFlags(command, columnFlags, hintFlags)
    .option('--detected', 'use the columns that look like identifiers, without prompts')
    .option(
      '--as-of <day>',
      'resolve names as of this day, YYYY-MM-DD; with --as-of-column for rows without one',
    )
    .option('--as-of-column <header>', 'column of the day as of which the name of a row is resolved')
    .addOption(
      createChoiceOption(
        '--settle-from <level>',
        'settle only matches that are at least as sure',
        settleLevels,
      ),
    );
}

/** How rows are resolved, beside the columns. */
type Rules = Pick<Mapping, 'as_of' | 'settle_from'>;

function readRules({ asOf: day, asOfColumn: column, settleFrom: settle_from }: MappingOptions): Rules | null {
  const as_of = day === undefined && column === undefined ? undefined : omitUndefined({ day, column });
  if (as_of || settle_from) return omitUndefined({ as_of, settle_from });
  return null;
}

/** The rules of a mapping, which other columns do not change. */
function getRules({ as_of, settle_from }: Mapping): Rules {
  return omitUndefined({ as_of, settle_from });
}

/** The mapping given by flags; null if there are none. */
export function readMapping(options: MappingOptions): Mapping | null {
  const columns = readFlagValues(columnFlags, options);
  const hints = readFlagValues(hintFlags, options);
  const rules = readRules(options);
  if (!columns && !hints && !rules) return null;
  return { entity: 'company', columns: columns ?? {}, hints: hints ?? {}, ...rules };
}

/** Whether flags name a column that identifies companies. */
export function namesColumns(options: MappingOptions): boolean {
  const named = readMapping(options);
  return named !== null && hasColumns(named);
}

/** The options that name a column. */
const columnOptions: readonly string[] = [
  ...[columnFlags, hintFlags]
    .flatMap((flags) => Object.values<Option | readonly Option[]>({ ...flags }).flat())
    .map((option) => option.attributeName()),
  'asOfColumn',
];

const isSameHeader = (one: string, other: string) =>
  one.normalize('NFKC').trim() === other.normalize('NFKC').trim();

/**
 * For sheets with different columns: the options for each, with the columns that it has.
 * @throws CommandFailure if a flag names a column that no sheet has
 */
export function divideOptions<Options extends MappingOptions>(
  options: Options,
  sources: readonly ShownSource[],
): readonly Options[] {
  const named = Object.entries(options).filter(([name]) => columnOptions.includes(name));
  const hasColumn = ({ headers }: ShownSource, column: unknown) =>
    headers.some((header) => isSameHeader(header, String(column)));
  const missing = named.find(([, column]) => !sources.some((source) => hasColumn(source, column)));
  if (missing)
    throw new CommandFailure(
      exitCodes.usage,
      toPrintable(`No sheet has the column ${String(missing[1])}. Nothing was resolved or charged.`),
    );
  return sources.map((source) => {
    const absent = new Set(named.flatMap(([name, column]) => (hasColumn(source, column) ? [] : [name])));
    return Object.fromEntries(Object.entries(options).filter(([name]) => !absent.has(name))) as Options;
  });
}

/** The mapping of the source with the rules that flags give, if they name no columns; otherwise null. */
function applyRules({ mapping }: ShownSource, named: Mapping | null): Mapping | null {
  if (!mapping || !named || hasColumns(named) || Object.keys(named.hints ?? {}).length > 0) return null;
  return { ...mapping, ...getRules(named) };
}

/**
 * The columns that the service suggests, but for those that flags name. Flags that name another identifier than the
 * suggested one may mean another party, whose numbers and places the suggested columns do not have.
 */
function buildDetectedMapping(source: ShownSource, named: Mapping | null): Mapping {
  const suggested = getDetectedColumns(source);
  const others = Object.entries(named?.columns ?? {}).some(([field, header]) => {
    const likely: string | undefined = suggested.columns[field as keyof Mapping['columns']];
    return likely !== undefined && !isSameHeader(likely, header);
  });
  const detected = others ? { columns: {}, hints: {} } : suggested;
  const taken = Object.values({ ...named?.columns, ...named?.hints });
  const omitTaken = (columns: object = {}) =>
    Object.fromEntries(Object.entries(columns).filter(([, header]) => !taken.includes(header)));
  const columns = { ...omitTaken(detected.columns), ...named?.columns };
  const hints = { ...omitTaken(detected.hints), ...named?.hints };
  return { entity: 'company', columns, hints, ...(named && getRules(named)) };
}

function hasColumns({ columns }: Mapping): boolean {
  return Object.keys(columns).length > 0;
}

/** @throws CommandFailure if no column identifies the company */
function requireIdentifyingColumn(source: ShownSource, mapping: Mapping): Mapping {
  if (hasColumns(mapping)) return mapping;
  throw createUndetectedFailure(source);
}

/** The columns to choose from, by the field that several of them could be. */
function findUnclearColumns({ mapping_warnings = [] }: ShownSource): Map<MappingField, string[]> {
  const unclear = new Map<MappingField, string[]>();
  for (const { code, field, header } of mapping_warnings) {
    const asked = mappingFields.find((each) => each === field);
    if (code === 'several_columns' && asked) unclear.set(asked, [...(unclear.get(asked) ?? []), header]);
  }
  return unclear;
}

/** @throws CommandFailure if two columns could be the company, and flags name none */
function checkClear(source: ShownSource, named: Mapping | null): void {
  const [[field, headers] = []] = findUnclearColumns(source);
  if (field === undefined || headers === undefined || (named && hasColumns(named))) return;
  const [flag] = [columnFlags[field]].flat();
  const long = flag?.long ?? '';
  throw new CommandFailure(
    exitCodes.usage,
    toPrintable(
      `Several columns could have the ${formatFieldName(field)} of the company: ${headers.join(', ')}. Nothing was resolved or charged.`,
    ),
    toPrintable(
      `Name the one that is meant: ${headers.map((header) => `${long} ${escapeShellWord(header)}`).join(', or ')}. The source is kept: ${source.source_id}`,
    ),
  );
}

function formatFieldName(field: MappingField): string {
  return field.replace('_', ' ');
}

/** Asks which of the columns is the company's, before anything is mapped. */
async function askUnclear(session: Session, source: ShownSource, wanted: Mapping): Promise<Mapping> {
  const columns = { ...wanted.columns };
  for (const [field, headers] of findUnclearColumns(source)) {
    const others = source.headers.filter((header) => !headers.includes(header));
    const choices = [
      ...headers.map((header) => ({ name: header, value: header })),
      { name: '(none of them)', value: null },
      ...others.map((header) => ({ name: header, value: header })),
    ];
    const question = `Several columns could have the ${formatFieldName(field)}. Which one is the company's?`;
    const chosen = await askChoice<string | null>(session, question, choices, null);
    if (chosen !== null) columns[field] = chosen;
  }
  return { ...wanted, columns };
}

/** The mapping from flags or prompts; null if there is no terminal. */
export async function chooseMapping(
  session: Session,
  source: ShownSource,
  options: MappingOptions,
): Promise<Mapping | null> {
  const named = readMapping(options);
  const kept = applyRules(source, named);
  if (options.detected) {
    checkClear(source, named);
    return requireIdentifyingColumn(source, buildDetectedMapping(source, named));
  }
  if (kept) return kept;
  if (named && hasColumns(named)) return named;
  if (!session.interactive || session.json) return null;
  showColumns(session, source);
  return askMapping(session, source, { ...getDetectedColumns(source), ...(named && getRules(named)) });
}

/**
 * Maps a source to its detected columns, or to those that flags name, and lets a person confirm or change that.
 * Nothing is resolved before. A mapping that is already there is kept, unless flags name columns.
 * @param asks whether a person can answer
 * @throws CommandFailure if no column looks like an identifier, or if a person stops
 */
export async function confirmMapping(
  session: Session,
  source: ShownSource,
  options: MappingOptions,
  asks: boolean,
): Promise<void> {
  const named = readMapping(options);
  const kept = keepMapping(source, options, named);
  const keeps = kept !== null;
  let wanted = kept ?? buildDetectedMapping(source, named);
  if (!keeps && asks && !(named && hasColumns(named))) {
    if (findUnclearColumns(source).size > 0) showColumns(session, source);
    wanted = await askUnclear(session, source, wanted);
  }
  // A person can name the columns if none looks like an identifier.
  if (!asks) {
    if (!keeps) checkClear(source, named);
    requireIdentifyingColumn(source, wanted);
  }
  let mapped = source;
  if (hasColumns(wanted) && !isSameMapping(wanted, source.mapping))
    ({ source: mapped } = await sendMapping(session, source.source_id, wanted));
  for (;;) {
    if (asks) showColumns(session, mapped);
    else session.note(toPrintable(`Mapped: ${describeMapping(mapped.mapping ?? wanted)}.`));
    for (const { message } of mapped.mapping_warnings ?? []) session.warn(message);
    notePlaces(session, source, mapped.mapping);
    if (!asks || (keeps && mapped.status === 'resolved')) return;
    const answer = await askAboutMapping(session, mapped);
    if (answer === 'use') return;
    if (answer === 'stop') {
      throw new CommandFailure(
        exitCodes.usage,
        'Nothing was resolved or charged; the source is kept.',
        `To map it later: company-data source map ${source.source_id}`,
      );
    }
    const { columns = {}, hints = {}, ...rules } = mapped.mapping ?? wanted;
    const changed = await askMapping(session, mapped, { ...rules, columns, hints });
    if (!hasColumns(changed)) session.warn('At least one column must identify the company.');
    else ({ source: mapped } = await sendMapping(session, source.source_id, changed));
  }
}

/** A name without its place can mean a company elsewhere. */
function notePlaces(session: Session, source: ShownSource, mapping: ShownSource['mapping']): void {
  if (!mapping?.columns.name || placeHintFields.some((field) => mapping.hints?.[field])) return;
  const places = getDetectedColumns(source).hints ?? {};
  const unused = placeHintFields.flatMap((field) => places[field] ?? []);
  if (unused.length > 0)
    session.warn(
      toPrintable(`No place is compared: the table has ${unused.join(', ')}, which no flag names.`),
    );
}

/** The mapping that stays if nobody changes it; null if the columns are to be found. */
function keepMapping(
  source: ShownSource,
  { detected }: MappingOptions,
  named: ReturnType<typeof readMapping>,
) {
  if (detected) return null;
  if (named) return applyRules(source, named);
  return source.mapping;
}

async function askAboutMapping(
  session: Session,
  { mapping }: ShownSource,
): Promise<'use' | 'change' | 'stop'> {
  if (mapping === null)
    return askChoice(session, 'No column looks like an identifier. What next?', unmapped, 'change');
  return askChoice(session, 'Use this mapping?', mappingAnswers, 'use');
}

const mappingAnswers = [
  { name: 'yes', value: 'use' },
  { name: 'change it', value: 'change' },
  { name: 'stop here', value: 'stop' },
] as const;
const unmapped = [{ name: 'choose columns', value: 'change' }, mappingAnswers[2]] as const;

/** For example `name 会社名, ticker コード; hints: address 住所`. */
function describeMapping({ columns, hints = {}, as_of, settle_from }: Mapping): string {
  const formatFields = (fields: object) =>
    Object.entries(fields).map(([field, header]) => `${field} ${header}`);
  const hinted = formatFields(hints);
  return [
    formatFields(columns).join(', '),
    hinted.length > 0 && `hints: ${hinted.join(', ')}`,
    as_of && `as of ${formatFields(as_of).join(', ')}`,
    settle_from && `settles from ${settle_from}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function isSameMapping(one: Mapping, other: ShownSource['mapping']): boolean {
  const serializeSorted = (mapping: Mapping) =>
    JSON.stringify([
      ...[mapping.columns, mapping.hints, mapping.as_of].map((fields) => Object.entries(fields ?? {}).sort()),
      mapping.settle_from,
    ]);
  return other !== null && serializeSorted(one) === serializeSorted(other);
}

function createUndetectedFailure({ source_id, headers }: ShownSource): CommandFailure {
  return new CommandFailure(
    exitCodes.usage,
    `No column looks like an identifier of companies. The columns are: ${headers.join(', ')}.`,
    `The source is kept. Name a column: company-data source map ${source_id} --name-column '<header>'`,
  );
}

async function askMapping(
  session: Session,
  { headers }: ShownSource,
  detected: Omit<Mapping, 'entity'>,
): Promise<Mapping> {
  const rest = new Set(headers);
  const askForHeader = async (question: string, initial: string | undefined) => {
    const choices = [
      { name: '(none)', value: null },
      ...[...rest].map((header) => ({ name: header, value: header })),
    ];
    const likely = initial !== undefined && rest.has(initial) ? initial : null;
    const header = await askChoice<string | null>(session, question, choices, likely);
    if (header !== null) rest.delete(header);
    return header;
  };
  const columns: Mapping['columns'] = {};
  for (const field of mappingFields) {
    const header = await askForHeader(
      `Which column is the ${formatFieldName(field)}?`,
      detected.columns[field],
    );
    if (header !== null) columns[field] = header;
  }
  const hints: Mapping['hints'] = {};
  for (const field of placeHintFields) {
    if (rest.size === 0) break;
    const question = `Which column has the ${field.replace('_', ' ')}, to distinguish companies with the same name?`;
    const header = await askForHeader(question, detected.hints?.[field]);
    if (header !== null) hints[field] = header;
  }
  return { ...detected, entity: 'company', columns, hints };
}

export async function mapSource(session: Session, sourceId: string, options: MappingOptions): Promise<void> {
  const { source } = await getAnswer(requestSource(session, sourceId));
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
  return getAnswer(openSourceCalls(session, sourceId).map(body));
}

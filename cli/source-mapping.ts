import type { Command } from 'commander';
import { answered } from './calls.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import { askChoice } from './prompts.ts';
import type { Session } from './session.ts';
import { showColumns, showSource } from './source-view.ts';

/** Which column is which identifier: by flags, by what was detected, or asked. */

export interface MappingOptions {
  readonly nameColumn?: string;
  readonly numberColumn?: string;
  readonly tickerColumn?: string;
  readonly domainColumn?: string;
  readonly prefectureColumn?: string;
  readonly cityColumn?: string;
  readonly addressColumn?: string;
  readonly postalColumn?: string;
  readonly detected?: true;
}

/** Headers that speak of a place. Only where there is one is the hint asked for; flags take any. */
const hintWords: Readonly<Record<(typeof hintFields)[number], RegExp>> = {
  prefecture: /都道府県|県名|prefecture/i,
  city: /市区町村|city/i,
  address: /住所|所在地|address/i,
  postal_code: /郵便|〒|postal|zip/i,
};

const columnFields = ['corporate_number', 'ticker', 'domain', 'name'] as const;
const hintFields = ['prefecture', 'city', 'address', 'postal_code'] as const;

export interface Mapping {
  readonly entity: 'company';
  readonly columns: { readonly [Field in (typeof columnFields)[number]]?: string };
  readonly hints: { readonly [Field in (typeof hintFields)[number]]?: string };
}

export function addMappingOptions(command: Command): Command {
  return command
    .option('--name-column <header>', 'column of company names')
    .option('--number-column <header>', 'column of corporate numbers')
    .option('--ticker-column <header>', 'column of securities codes')
    .option('--domain-column <header>', 'column of domains or websites')
    .option('--prefecture-column <header>', 'hint: prefecture of the head office')
    .option('--city-column <header>', 'hint: its city')
    .option('--address-column <header>', 'hint: its address')
    .option('--postal-column <header>', 'hint: its postal code')
    .option('--detected', 'take the columns that look like identifiers, without being asked');
}

/** What the flags say; null when they say nothing. */
export function mappingOfOptions(options: MappingOptions): Mapping | null {
  const columns = defined({
    corporate_number: options.numberColumn,
    ticker: options.tickerColumn,
    domain: options.domainColumn,
    name: options.nameColumn,
  });
  const hints = defined({
    prefecture: options.prefectureColumn,
    city: options.cityColumn,
    address: options.addressColumn,
    postal_code: options.postalColumn,
  });
  if (Object.keys(columns).length + Object.keys(hints).length === 0) return null;
  return { entity: 'company', columns, hints };
}

type MappableSource = Parameters<typeof showColumns>[1];

/** The columns that the service suggests. */
function detectedMapping({ detected_identifier_columns: detected }: MappableSource): Mapping {
  const suggested = detected.filter((column) => column.suggested);
  const columns = Object.fromEntries(suggested.map(({ field, header }) => [field, header]));
  return { entity: 'company', columns, hints: {} };
}

/** The mapping that was given or chosen; null when nobody is there to be asked. */
export async function chooseMapping(
  session: Session,
  source: MappableSource,
  options: MappingOptions,
): Promise<Mapping | null> {
  const given = mappingOfOptions(options);
  if (given && !options.detected) return given;
  const detected = detectedMapping(source);
  if (options.detected) {
    return {
      entity: 'company',
      columns: { ...detected.columns, ...given?.columns },
      hints: given?.hints ?? {},
    };
  }
  if (!session.interactive || session.json) return null;
  showColumns(session, source);
  return askMapping(session, source, detected);
}

async function askMapping(session: Session, source: MappableSource, detected: Mapping): Promise<Mapping> {
  const ask = async <Field extends string>(
    fields: readonly Field[],
    sentence: (field: Field) => string,
    initial: Readonly<Partial<Record<Field, string>>>,
  ) => {
    const chosen: Partial<Record<Field, string>> = {};
    for (const field of fields) {
      const choices = [
        { name: '(none)', value: null },
        ...source.headers.map((header) => ({ name: header, value: header })),
      ];
      const header = await askChoice<string | null>(
        session,
        sentence(field),
        choices,
        initial[field] ?? null,
      );
      if (header !== null) chosen[field] = header;
    }
    return chosen;
  };
  const columns = await ask(columnFields, (field) => `Which column is the ${field}?`, detected.columns);
  const likely = Object.fromEntries(
    hintFields.flatMap((field) => {
      const header = source.headers.find((each) => hintWords[field].test(each));
      return header === undefined ? [] : [[field, header]];
    }),
  );
  const hints = await ask(
    hintFields.filter((field) => field in likely),
    (field) => `Which column tells the ${field.replace('_', ' ')}, as a hint among namesakes?`,
    likely,
  );
  return { entity: 'company', columns, hints };
}

export async function mapSource(session: Session, sourceId: string, options: MappingOptions): Promise<void> {
  const path = { sourceId };
  const inspected = await answered(
    session.api().GET('/api/service/sources/{sourceId}/inspect', { params: { path } }),
  );
  const mapping = await chooseMapping(session, inspected.source, options);
  if (!mapping) {
    if (!session.json) showColumns(session, inspected.source);
    throw new CommandFailure(
      exitCodes.usage,
      'No column was named.',
      'Give --name-column and the like, or --detected for those that look like identifiers.',
    );
  }
  showSource(session, await sendMapping(session, sourceId, mapping));
}

export function sendMapping(session: Session, sourceId: string, body: Mapping) {
  const params = { path: { sourceId } };
  return answered(session.api().POST('/api/service/sources/{sourceId}/map', { params, body }));
}

function defined<Field extends string>(
  fields: Readonly<Record<Field, string | undefined>>,
): Partial<Record<Field, string>> {
  return Object.fromEntries(Object.entries(fields).filter(([, header]) => header !== undefined)) as Partial<
    Record<Field, string>
  >;
}

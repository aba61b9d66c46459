import type { Command } from 'commander';
import { answered } from './calls.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import { askChoice } from './prompts.ts';
import type { Session } from './session.ts';
import { showColumns, showSource } from './source-view.ts';

/** The mapping of columns to identifiers: from flags, from detection, or from prompts. */

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

/** Headers that mean a location. Prompts offer a hint only for such a header; flags accept any header. */
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
    .option('--city-column <header>', 'hint: city of the head office')
    .option('--address-column <header>', 'hint: address of the head office')
    .option('--postal-column <header>', 'hint: postal code of the head office')
    .option('--detected', 'use the columns that look like identifiers, without prompts');
}

/** The mapping given by flags; null if there are none. */
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

/** The mapping from flags or prompts; null if there is no terminal. */
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
    (field) =>
      `Which column has the ${field.replace('_', ' ')}, to distinguish companies with the same name?`,
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

function defined<Field extends string>(
  fields: Readonly<Record<Field, string | undefined>>,
): Partial<Record<Field, string>> {
  return Object.fromEntries(Object.entries(fields).filter(([, header]) => header !== undefined)) as Partial<
    Record<Field, string>
  >;
}

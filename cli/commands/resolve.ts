import { type Command, Option } from 'commander';
import { identifierTypes, type Schema, settleLevels } from '../../client/index.ts';
import { addCsvOptions } from '../download.ts';
import { createUsageFailure, exitCodes } from '../failure.ts';
import { guessIdentifierType } from '../input/identifier-type.ts';
import {
  addFlags,
  createChoiceOption,
  type FlagsOf,
  omitUndefined,
  readFlagValues,
} from '../input/option-values.ts';
import {
  formatListing,
  formatPlace,
  showCandidates,
  showSuggestions,
  showWritten,
} from '../output/company-view.ts';
import { joinText } from '../output/text.ts';
import type { Run, Session } from '../session.ts';
import { type ResolveFileOptions, resolveFile } from '../sources/resolve-file.ts';
import { addTableOptions } from '../sources/table-options.ts';

interface ResolveOptions extends ResolveFileOptions {
  readonly file?: string;
}

type Hints = NonNullable<Schema<'ResolveItem'>['hints']>;

const hintFlags: FlagsOf<Hints> = {
  prefecture: new Option('--prefecture <prefecture>', 'hint beside a name: prefecture of the head office'),
  city: new Option('--city <city>', 'hint: city or ward of the head office'),
  address: new Option('--address <address>', 'hint: address of the head office'),
  postal_code: new Option('--postal-code <code>', 'hint: postal code of the head office'),
  domain: new Option('--domain <domain>', 'hint: domain, URL or e-mail address'),
  securities_code: new Option('--securities-code <code>', 'hint: securities code'),
};

export function addResolveCommand(program: Command, run: Run): void {
  const resolve = program
    .command('resolve')
    .description('Find the company for an identifier or name, or for each row of a file')
    .argument(
      '[identifier]',
      'corporate number, securities code, domain, EDINET code, invoice number, id or name',
    )
    .addOption(
      createChoiceOption('--type <type>', 'type of the identifier; detected by default', identifierTypes),
    )
    .option('--as-of <day>', 'resolve as of this day, YYYY-MM-DD')
    .addOption(
      createChoiceOption(
        '--settle-from <level>',
        'settle only matches that are at least as sure',
        settleLevels,
      ),
    )
    .option('--file <file>', 'resolve a column of this file: CSV, TSV, .xlsx or .xlsm')
    .option('--column <header>', 'with --file: the column')
    .option('--out <file>', 'with --file: output file for the rows and their results; default stdout');
  addCsvOptions(addTableOptions(addFlags(resolve, hintFlags))).action(
    run((session, identifier: string | undefined, { file, ...options }: ResolveOptions) => {
      const hints = readFlagValues(hintFlags, options);
      if (identifier !== undefined && file === undefined)
        return resolveOne(session, identifier, { ...options, ...omitUndefined({ hints }) });
      if (hints && file !== undefined)
        throw createUsageFailure(
          'Hints are for one name, not for a file.',
          'company-data match reads them from the columns of a table.',
        );
      if (identifier === undefined && file !== undefined) return resolveFile(session, file, options);
      throw createUsageFailure('Give either an identifier or --file.');
    }),
  );
}

/** The status of an invoice number on the day, and the registration that it is about. */
function describeRegistration(invoice: Schema<'Resolution'>['invoice']): string | null {
  if (invoice === null) return null;
  const { status, on, registered_on: from, cancelled_on, expired_on } = invoice;
  const end = cancelled_on ?? expired_on;
  const state = `${status.replaceAll('_', ' ')} on ${on}`;
  if (from === null) return state;
  return joinText(state, ` (from ${from}`, end !== null && `, ended ${end}`, ')');
}

async function resolveOne(
  session: Session,
  identifier: string,
  { type, asOf, settleFrom, hints }: ResolveOptions & { readonly hints?: Hints },
): Promise<void> {
  const identifierType = type ?? guessIdentifierType(identifier);
  if (!type) session.note(`Identifier type: ${identifierType} (use --type to change it).`);
  const call = session.api.POST('/api/service/resolve', {
    body: {
      identifier_type: identifierType,
      identifier,
      ...omitUndefined({ as_of: asOf, settle_from: settleFrom, hints }),
    },
  });
  const { data } = await session.showAnswer(call, ({ data }) => {
    showWritten(session, data.written);
    const [company] = data.candidates;
    if (data.status === 'resolved' && company) {
      session.printFields([
        ['company_id', data.company_id],
        ['name', company.display_name],
        ['legal name', company.legal_name],
        ['head office', formatPlace(company)],
        ['listing', formatListing(company)],
        ['superseded by', data.superseded_by],
        ['assurance', data.assurance],
        ['invoice registration', describeRegistration(data.invoice)],
      ]);
      return;
    }
    session.note(data.status === 'ambiguous' ? 'Ambiguous; a person must choose:' : 'No company was found.');
    showCandidates(session, data.candidates);
    showSuggestions(session, data.suggestions);
  });
  if (data.status === 'ambiguous') session.requirePerson();
  if (data.status === 'not_found') session.exitCode = exitCodes.notFound;
}

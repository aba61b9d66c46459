import { type Command, Option } from 'commander';
import { answered } from '../calls.ts';
import { listing, place, showCandidates } from '../company-view.ts';
import { exitCodes, usageFailure } from '../failure.ts';
import { identifierTypeOf } from '../identifier-type.ts';
import { choiceOption, given } from '../option-values.ts';
import { resolveFile } from '../resolve-file.ts';
import type { Session } from '../session.ts';
import { addReadingOptions } from '../table-options.ts';
import type { ReadingOptions } from '../tabular-file.ts';
import { type IdentifierType, identifierTypes } from '../vocabulary.ts';

interface ResolveOptions extends ReadingOptions {
  readonly type?: IdentifierType;
  readonly asOf?: string;
  readonly file?: string;
  readonly column?: string;
  readonly out?: string;
  readonly bom?: true;
}

export function addResolveCommand(program: Command, open: () => Session): void {
  const resolve = program
    .command('resolve')
    .description('Find the company for an identifier or name, or for each row of a file')
    .argument(
      '[identifier]',
      'corporate number, securities code, domain, EDINET code, invoice number, id or name',
    )
    .addOption(choiceOption('--type <type>', 'type of the identifier; detected by default', identifierTypes))
    .option('--as-of <day>', 'resolve as of this day, YYYY-MM-DD')
    .option('--file <file>', 'resolve a column of this CSV or TSV file')
    .option('--column <header>', 'with --file: the column')
    .option('--out <file>', 'with --file: output file for the rows and their results; default stdout')
    .addOption(new Option('--bom', 'with --file: begin the file with a byte order mark, for spreadsheets'));
  addReadingOptions(resolve);
  resolve.action(async (identifier: string | undefined, options: ResolveOptions) => {
    const { file, column, ...rest } = options;
    if ((identifier === undefined) === (file === undefined))
      throw usageFailure('Give either an identifier or --file.');
    if (identifier !== undefined) await resolveOne(open(), identifier, options);
    else await resolveFile(open(), { ...rest, file: file ?? '', column });
  });
}

async function resolveOne(
  session: Session,
  identifier: string,
  { type, asOf }: ResolveOptions,
): Promise<void> {
  const identifierType = type ?? identifierTypeOf(identifier);
  if (!type) session.note(`Identifier type: ${identifierType} (use --type to change it).`);
  const answer = await answered(
    session.api().POST('/api/service/resolve', {
      body: { identifier_type: identifierType, identifier, ...given({ as_of: asOf }) },
    }),
  );
  const { data } = answer;
  session.answer(answer, () => {
    const [company] = data.candidates;
    if (data.status === 'resolved' && company) {
      session.fields([
        ['company_id', data.company_id],
        ['name', company.display_name],
        ['legal name', company.legal_name],
        ['head office', place(company)],
        ['listing', listing(company)],
        ['superseded by', data.superseded_by],
      ]);
      return;
    }
    session.note(data.status === 'ambiguous' ? 'Ambiguous; a person must choose:' : 'No company was found.');
    showCandidates(session, data.candidates);
  });
  if (data.status === 'ambiguous') session.needsPerson();
  if (data.status === 'not_found') session.exitCode = exitCodes.notFound;
}

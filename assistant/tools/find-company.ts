import { z } from 'zod';
import type { PlaceHintField, Schema } from '../../client/index.ts';
import { type Api, getAnswer, ToolFailure } from '../api-calls.ts';
import {
  candidateShape,
  companyShape,
  findDifferingFacts,
  renderCompany,
  suggestionShape,
  toCandidateSummary,
  toCompanySummary,
  toSuggestionSummary,
} from '../companies.ts';
import { cleanLine, formatTerm, joinLines, line } from '../quoted-text.ts';
import { defineTool, omitUndefined } from '../tool.ts';

const defineText = (about: string) => z.string().trim().min(1).max(300).optional().describe(about);

/** The surest first. */
const identifierTypes = ['corporate_number', 'securities_code', 'domain', 'name'] as const;
type IdentifierName = (typeof identifierTypes)[number];

const maxCandidates = 10;

export const findCompany = defineTool({
  name: 'find_company',
  title: 'Find a company',
  description:
    'Find the one Japanese company that is meant by a name, corporate number, securities code or site. Give all that is known: values of different companies are reported, not mixed. A name that several companies have is `several`: ask the user, using what differs. Never choose one yourself. Costs nothing.',
  reads: true,
  input: z.strictObject({
    name: defineText('Name as people write it: 中宮塗料(株), トヨタ自動車, Toyota Motor.'),
    corporate_number: defineText('法人番号, 13 digits, or an invoice number T….'),
    securities_code: defineText('証券コード, for example 7203.'),
    domain: defineText('Website, domain or e-mail address.'),
    prefecture: defineText('Prefecture of the head office; only beside a name.'),
    city: defineText('City or ward of the head office; only beside a name.'),
    address: defineText('Address of the head office; only beside a name.'),
    postal_code: defineText('Postal code of the head office; only beside a name.'),
  }),
  output: z.object({
    status: z
      .enum(['found', 'several', 'conflict', 'not_found'])
      .describe('conflict: the given values are of different companies.'),
    company: companyShape.nullable(),
    assurance: z.string().nullable().describe('How sure it is.'),
    candidates: z.array(candidateShape).describe('If it is not found: companies that may be meant.'),
    candidate_count: z.int(),
    differ_in: z.array(z.string()),
    suggestions: z.array(suggestionShape).describe('Similar names. Ask; never take one.'),
    remarks: z.array(z.string()),
  }),
  async run({ prefecture, city, address, postal_code, ...given }, { api }) {
    const hints = omitUndefined({ prefecture, city, address, postal_code });
    const wanted = identifierTypes.filter((type) => given[type] !== undefined);
    if (wanted.length === 0) {
      const message = line`A place alone names no company.`;
      throw new ToolFailure(
        'invalid_request',
        message,
        line`Give a name, corporate_number, securities_code or domain.`,
      );
    }
    const ask = async (type: IdentifierName, also: Hints) => ({
      type,
      ...(await resolveIdentifier(api, type, given[type] ?? '', also)),
    });
    const answers = await Promise.all(wanted.map((type) => ask(type, hints)));
    await completeAnswers(answers, ask);
    if (given.name !== undefined || Object.keys(hints).length === 0) return combineAnswers(answers, []);
    return combineAnswers(answers, ['The place was not used: it only helps to find a name.']);
  },
});

type Hints = Readonly<Partial<Record<PlaceHintField, string>>>;

async function resolveIdentifier(api: Api, type: IdentifierName, identifier: string, hints: Hints) {
  const isInvoiceNumber = type === 'corporate_number' && /^\s*[TtＴｔ]/.test(identifier);
  return getAnswer(
    api.POST('/api/service/resolve', {
      body: {
        identifier_type: isInvoiceNumber ? 'invoice_number' : type,
        identifier,
        ...(type === 'name' && Object.keys(hints).length > 0 && { hints }),
      },
    }),
  );
}

type IdentifierAnswer = { readonly type: IdentifierName } & Pick<Schema<'ResolvedItem'>, 'gaps'> & {
    readonly data: Schema<'Resolution'>;
  };

/**
 * Of a frequent name, not all companies are listed. Whether one that another value settled on is among them shows a question
 * with its place, which puts the companies of that place first.
 */
async function completeAnswers(
  answers: IdentifierAnswer[],
  ask: (type: IdentifierName, hints: Hints) => Promise<IdentifierAnswer>,
): Promise<void> {
  const company = answers.find(({ data }) => data.status === 'resolved')?.data.candidates[0];
  if (!company) return;
  for (const [at, { type, data }] of answers.entries()) {
    const isCut = data.status === 'ambiguous' && data.candidate_count > data.candidates.length;
    if (type !== 'name' || !isCut || hasCandidate(data, company.company_id)) continue;
    const { data: there } = await ask(type, toPlaceHints(company));
    if (hasCandidate(there, company.company_id)) answers[at] = { type, gaps: [], data: there };
  }
}

/** Of an invoice number that is registered; what is wrong with any other is among the gaps. */
function describeRegistration({ invoice }: Schema<'Resolution'>): string[] {
  if (invoice?.status !== 'registered') return [];
  const { on, registered_on, register_day } = invoice;
  return [
    `It is a registered issuer of invoices on ${on}, since ${registered_on}, by the register up to ${register_day ?? 'an unknown day'}.`,
  ];
}

function toPlaceHints({ prefecture, city }: { prefecture: string | null; city: string | null }): Hints {
  return { ...(prefecture !== null && { prefecture }), ...(city !== null && { city }) };
}

function hasCandidate({ candidates }: Schema<'Resolution'>, companyId: string | null): boolean {
  return candidates.some(({ company_id }) => company_id === companyId);
}

function combineAnswers(answers: readonly IdentifierAnswer[], notes: readonly string[]) {
  const settled = answers.filter(({ data }) => data.status === 'resolved');
  const ids = new Set(settled.map(({ data }) => data.company_id));
  const [surest] = settled;
  // Another value that has candidates without this company speaks against it.
  const against = answers.filter(
    ({ data }) =>
      data.status === 'ambiguous' && !data.candidates.some(({ company_id }) => ids.has(company_id)),
  );
  const about = answers.flatMap(({ type, gaps, data }) =>
    [...gaps.map(({ message }) => message), ...describeRegistration(data)].map((message) =>
      cleanLine(answers.length > 1 ? `${type}: ${message}` : message, 300),
    ),
  );
  const remarks = [...about, ...notes];
  const candidates = listUniqueCandidates(answers);
  if (surest && ids.size === 1 && against.length === 0) {
    const [company] = surest.data.candidates;
    if (!company) throw new Error('a resolved identifier has no company');
    const missing = answers.filter(({ data }) => data.status === 'not_found').map(({ type }) => type);
    if (missing.length > 0)
      remarks.push(`Nothing was found by ${missing.join(', ')}. Check that this company is meant.`);
    return renderAnswer('found', {
      company: toCompanySummary(company),
      assurance: surest.data.assurance,
      remarks,
    });
  }
  if (surest) return renderAnswer('conflict', { remarks, candidates, count: candidates.length });
  if (candidates.length > 0) {
    const count = Math.max(candidates.length, ...answers.map(({ data }) => data.candidate_count));
    return renderAnswer('several', { remarks, candidates, count });
  }
  const suggestions = answers.flatMap(({ data }) => data.suggestions);
  return renderAnswer('not_found', {
    remarks,
    suggestions: suggestions.slice(0, 3).map(toSuggestionSummary),
  });
}

function listUniqueCandidates(answers: readonly IdentifierAnswer[]) {
  const all = answers.flatMap(({ data }) => data.candidates);
  return [...new Map(all.map((candidate) => [candidate.company_id, candidate])).values()].map(
    toCandidateSummary,
  );
}

const headlines = {
  found: line`Found.`,
  several: line`Several companies may be meant. Ask the user which one; do not guess.`,
  conflict: line`The given values are of different companies. Ask the user.`,
  not_found: line`No company was found.`,
};

const oneCandidate = line`One company may be meant, but it is not sure. Ask the user to confirm it.`;

interface AnswerFields {
  readonly company?: z.output<typeof companyShape>;
  readonly assurance?: string | null;
  readonly remarks: readonly string[];
  readonly candidates?: readonly z.output<typeof candidateShape>[];
  readonly count?: number;
  readonly suggestions?: readonly z.output<typeof suggestionShape>[];
}

function renderAnswer(
  status: keyof typeof headlines,
  { company, assurance = null, remarks, candidates = [], count = 0, suggestions = [] }: AnswerFields,
) {
  const differ_in = findDifferingFacts(candidates);
  const some = candidates.slice(0, maxCandidates);
  const lines = [
    status === 'several' && count === 1 ? oneCandidate : headlines[status],
    company && renderCompany(company),
    company && assurance !== null && line`assurance: ${formatTerm(assurance)}`,
    some.length > 0 && line`Candidates (${some.length} of ${count}):`,
    ...some.map((each) => line`- ${renderCompany(each)}; ${each.why}`),
    differ_in.length > 0 && line`They differ in: ${joinLines(differ_in.map(formatTerm), ', ')}.`,
    suggestions.length > 0 && line`Similar names, only to ask about:`,
    ...suggestions.map((each) => line`- ${renderCompany(each)}; ${each.why}`),
    ...remarks.map((remark) => line`Remark: ${remark}`),
  ];
  const data = {
    status,
    company: company ?? null,
    assurance,
    candidates: [...some],
    candidate_count: count,
    differ_in,
    suggestions: [...suggestions],
    remarks: [...remarks],
  };
  return { lines, data };
}

import { groupForms } from './group-forms.ts';
import { identifierForms } from './identifier-forms.ts';
import {
  type Holders,
  type JudgedQuery,
  type QueryDraft,
  type QueryForm,
  relevanceClasses,
} from './judged-query.ts';
import type { KnownCompany } from './known-company.ts';
import { nameForms } from './name-forms.ts';
import type { NameWants } from './name-holders.ts';

/** Every rule that makes queries. */
export const queryForms: readonly QueryForm[] = [...identifierForms, ...nameForms, ...groupForms];

/** More drafts than needed, because judging drops some. */
const draftsPerQuery = 8;

export interface Drafts {
  readonly wants: readonly NameWants[];
  /** @returns queries of every class, at most `perClass` of each, taken from its forms in turn */
  judge(holders: Holders): JudgedQuery[];
}

/** Pure: the same companies in the same order give the same queries. */
export function draftQueries(companies: readonly KnownCompany[], perClass: number): Drafts {
  const drafts = queryForms.map((form) => draftsOf(form, companies, perClass * draftsPerQuery));
  return {
    wants: drafts.flat().map(({ wants }) => wants),
    judge(holders) {
      const queries = queryForms.map((form, at) => judged(form, drafts[at] ?? [], holders, perClass));
      return relevanceClasses.flatMap((name) => {
        const lists = queries.filter((_, at) => queryForms[at]?.class === name);
        return inTurn(lists, perClass);
      });
    },
  };
}

function draftsOf(form: QueryForm, companies: readonly KnownCompany[], max: number): QueryDraft[] {
  const drafts: QueryDraft[] = [];
  for (const company of companies) {
    if (drafts.length === max) break;
    const draft = form.draft(company);
    if (draft) drafts.push(draft);
  }
  return drafts;
}

function judged(
  { class: ofClass, form }: QueryForm,
  drafts: readonly QueryDraft[],
  holders: Holders,
  max: number,
): JudgedQuery[] {
  const queries = new Map<string, JudgedQuery>();
  for (const draft of drafts) {
    if (queries.size === max) break;
    const judgement = draft.judge(holders);
    if (judgement) queries.set(judgement.text, { class: ofClass, form, ...judgement });
  }
  return [...queries.values()];
}

/** The first of each list, then the second of each, until there are enough. */
function inTurn(lists: readonly (readonly JudgedQuery[])[], max: number): JudgedQuery[] {
  const turns = Math.max(0, ...lists.map((list) => list.length));
  const taken = Array.from({ length: turns }, (_, turn) => lists.flatMap((list) => list[turn] ?? []));
  return taken.flat().slice(0, max);
}

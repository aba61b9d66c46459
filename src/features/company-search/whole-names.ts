import type { CompanyCard } from '../../../mappings/companies.ts';
import { type Clause, dropScore } from '../../search/clauses.ts';
import type { Hit, SearchAnswer } from '../../search/search-answer.ts';
import { foldLoosely } from '../../text/letters/loose-fold.ts';
import { isLegalFormOnly } from '../../text/names/names.ts';
import {
  byScore,
  exactRules,
  isListedAs,
  readNames,
  scoreByRules,
  wantedName,
} from '../row-matching/rules/card-rules.ts';
import { anyExactName, prefixClause, wordClauses } from '../row-matching/rules/match-clauses.ts';
import type { NameRuleKey } from '../row-matching/rules/match-stages.ts';
import {
  canIdentify,
  hasForm,
  type NameReading,
  type QueryReading,
} from '../row-matching/rules/query-reading.ts';
import type { CompanySearch } from './company-search.ts';
import { buildConditions, type PageRows } from './search-requests.ts';

/**
 * The first page of a search for a whole name. Few companies have it, so the engine only finds them, and their rules and order
 * are read from their cards. That takes it half of the time that all rules take (docs/benchmarks.md).
 */

/** A page of the usual size, and one more to see whether there are others. */
const usualRows = 21;

export interface WholeName {
  readonly request: object;
  /**
   * The page; null if more companies were found than were asked for, so that the engine must order them, or if a card does not
   * tell why it was found.
   */
  read(answer: SearchAnswer<CompanyCard>): SearchAnswer<CompanyCard> | null;
}

/** The rules that only the engine can see. Each adds its own power of two to the score, so that a score tells all of them. */
const seenByEngine = ['prefix', 'words_legal', 'words_trade', 'words_english', 'words_former'] as const;
const getRuleBit = (rule: number) => 2 ** rule;
/** For companies that no other rule finds. */
const exactBit = getRuleBit(seenByEngine.length);

/** @returns null if the text may be something else than a name, or if it is not the first page by relevance */
export function buildWholeNameRequest(search: CompanySearch, rows: PageRows): WholeName | null {
  const { reading, order } = search;
  if (!reading?.name || !hasForm(reading) || canIdentify(reading)) return null;
  if (order !== 'relevance' || rows.from > 0 || rows.after || search.written) return null;
  const { name } = reading;
  if (!hasLetters(name)) return null;
  const size = Math.max(rows.size, usualRows);
  return {
    request: {
      query: {
        bool: {
          should: buildClauses(search, reading),
          minimum_should_match: 1,
          filter: buildConditions(search),
        },
      },
      size,
      track_total_hits: false,
    },
    read: (answer) => (answer.hits.length < size ? buildPage(answer, name, rows) : null),
  };
}

/**
 * Whether the name is more than marks and a legal form. Loose keys fold marks unless nothing else remains, so only the stricter keys
 * find `・合同会社` by 株式会社・合同会社.
 */
function hasLetters({ core, loose }: NameReading): boolean {
  return foldLoosely(core) !== '' && !isLegalFormOnly(loose);
}

function buildClauses(
  { words, broad }: CompanySearch,
  { name, prefix, words: text }: QueryReading,
): Clause[] {
  const engineClauses = [
    prefix ? prefixClause(prefix) : null,
    ...(words && !broad && text ? wordClauses(text) : []),
  ];
  return [
    ...engineClauses.flatMap((clause, rule) =>
      clause ? [scoreClause(getRuleBit(rule), dropScore(clause))] : [],
    ),
    ...(name ? [scoreClause(exactBit, anyExactName([name]))] : []),
  ];
}

function scoreClause(boost: number, filter: Clause): Clause {
  return { constant_score: { filter, boost } };
}

function buildPage(
  answer: SearchAnswer<CompanyCard>,
  name: NameReading,
  { size, countUpTo = 0 }: PageRows,
): SearchAnswer<CompanyCard> | null {
  const wanted = wantedName(name);
  const hits = answer.hits.map((hit) => {
    const names = readNames(hit.card);
    const company = { card: hit.card, names };
    const rules: NameRuleKey[] = [
      ...exactRules(wanted, names),
      ...(isListedAs(name, company) ? ['listed_trade' as const] : []),
      ...seenByEngine.filter((_, rule) => ((hit.score ?? 0) & getRuleBit(rule)) !== 0),
    ];
    return toScoredHit(hit, rules, scoreByRules(company, rules, wanted));
  });
  // Keys of another version of the service, until the companies are indexed again.
  if (hits.some(({ matchedQueries }) => matchedQueries.length === 0)) return null;
  const counted = countUpTo === true ? hits.length : Math.min(hits.length, countUpTo);
  return {
    ...answer,
    hits: hits.toSorted(byScore).slice(0, size),
    total: countUpTo === 0 ? null : counted,
  };
}

function toScoredHit(hit: Hit<CompanyCard>, matchedQueries: readonly NameRuleKey[], score: number) {
  return { ...hit, matchedQueries, score, sort: [score, hit.card.company.company_id] };
}

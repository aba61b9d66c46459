import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Suggestion } from '../../contract/company-search/answers.ts';
import { combineAll, matchValue, scoreClause } from '../../search/clauses.ts';
import { normalizeText } from '../../text/letters/normalize.ts';
import { toRomajiKey } from '../../text/letters/romaji.ts';
import { listPrefixKeys, toNameKeys, toPrefixQueryKey } from '../../text/names/names.ts';

/** Completion while typing, in kanji, kana or romaji: beginnings of current names of active companies. */

const wholeNameScore = 30;
const beginningScore = 20;
const romajiScore = 10;
/** People usually mean the listed company. Whole names still rank before beginnings. */
const listedScore = 5;

/** @returns the request; null when no name can begin with the typed text */
export function buildSuggestRequest(typed: string, limit: number) {
  const prefix = toPrefixQueryKey(typed);
  if (prefix === '') return null;
  const romaji = toRomajiOfLatin(typed);
  const queries = [
    scoreClause('whole', wholeNameScore, matchValue('name_keys.legal_core', toNameKeys(typed).core)),
    scoreClause('beginning', beginningScore, matchValue('name_prefix', prefix)),
    ...(romaji ? [scoreClause('romaji', romajiScore, matchValue('romaji_prefix', romaji))] : []),
  ];
  return {
    query: {
      bool: {
        must: [{ dis_max: { queries } }],
        should: [{ constant_score: { filter: matchValue('listing_status', 'listed'), boost: listedScore } }],
        filter: [combineAll([matchValue('status', 'active'), matchValue('hidden', false)])],
      },
    },
    sort: [{ _score: 'desc' }, { company_id: 'asc' }],
    size: limit,
    track_total_hits: false,
  };
}

/** The name of the company that completes what was typed. */
export function readSuggestion(card: CompanyCard, typed: string): Suggestion {
  const { company_id, display_name } = card.company;
  const prefix = toPrefixQueryKey(typed);
  const current = card.names.filter(({ kind }) => kind !== 'former');
  const begins = current.find(({ name }) => listPrefixKeys(name).some((key) => key.startsWith(prefix)));
  if (begins) {
    const { kind, name } = begins;
    const match_kind = (kind === 'alias' ? kind : `${kind}_name`) as Suggestion['match_kind'];
    return { company_id, display_name, matched_text: name, match_kind };
  }
  const romaji = toRomajiOfLatin(typed) ?? '';
  const read = current.find(
    ({ kind, name }) => kind === 'kana' && toRomajiKey(toNameKeys(name).core).startsWith(romaji),
  );
  return { company_id, display_name, matched_text: read?.name ?? display_name, match_kind: 'romaji' };
}

/** The romaji key of Latin input. Other input is looked up by its own characters. */
function toRomajiOfLatin(typed: string): string | null {
  const text = normalizeText(typed);
  if (/^[\p{Script=Latin}\s.'-]+$/u.test(text)) return toRomajiKey(text) || null;
  return null;
}

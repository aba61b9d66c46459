import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Suggestion } from '../../contract/company-search/answers.ts';
import { allOf, equals, scored } from '../../search/clauses.ts';
import { normalizeText } from '../../text/letters/normalize.ts';
import { nameKeys, prefixKeys, prefixQueryKey, romajiKey } from '../../text/names/names.ts';

/** Completion while typing, in kanji, kana or romaji: beginnings of current names of active companies. */

const wholeNameScore = 30;
const beginningScore = 20;
const romajiScore = 10;
/** People usually mean the listed company. Whole names still rank before beginnings. */
const listedScore = 5;

/** @returns the request; null when no name can begin with the typed text */
export function buildSuggestRequest(typed: string, limit: number) {
  const prefix = prefixQueryKey(typed);
  if (prefix === '') return null;
  const romaji = romajiOf(typed);
  const queries = [
    scored('whole', wholeNameScore, equals('name_keys.legal_core', nameKeys(typed).core)),
    scored('beginning', beginningScore, equals('name_prefix', prefix)),
    ...(romaji ? [scored('romaji', romajiScore, equals('romaji_prefix', romaji))] : []),
  ];
  return {
    query: {
      bool: {
        must: [{ dis_max: { queries } }],
        should: [{ constant_score: { filter: equals('listing_status', 'listed'), boost: listedScore } }],
        filter: [allOf([equals('status', 'active'), equals('hidden', false)])],
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
  const prefix = prefixQueryKey(typed);
  const current = card.names.filter(({ kind }) => kind !== 'former');
  const begins = current.find(({ name }) => prefixKeys(name).some((key) => key.startsWith(prefix)));
  if (begins) {
    const { kind, name } = begins;
    const match_kind = (kind === 'alias' ? kind : `${kind}_name`) as Suggestion['match_kind'];
    return { company_id, display_name, matched_text: name, match_kind };
  }
  const romaji = romajiOf(typed) ?? '';
  const read = current.find(
    ({ kind, name }) => kind === 'kana' && romajiKey(nameKeys(name).core).startsWith(romaji),
  );
  return { company_id, display_name, matched_text: read?.name ?? display_name, match_kind: 'romaji' };
}

/** The romaji key of Latin input. Other input is looked up by its own characters. */
function romajiOf(typed: string): string | null {
  const text = normalizeText(typed);
  return /^[\p{Script=Latin}\s.'-]+$/u.test(text) ? romajiKey(text) || null : null;
}

import { prices } from '../../client/index.ts';
import { formatQuantity } from '../output/text.ts';
import type { ReviewRow } from './review-rows.ts';
import type { Decision } from './source-decisions.ts';

/** The keys of the review. */

/** The rows for which a decision holds. */
export type ApplyTo = NonNullable<Decision['applyTo']>;

/** What the person has switched on for a row, and what there is. */
export interface RowSwitches {
  readonly applyTo: ApplyTo;
  readonly always: boolean;
  /** Whether companies of a search are shown, instead of the candidates. */
  readonly isSearchShown: boolean;
  /** Candidates on the screen, and all that there are. */
  readonly shown: number;
  readonly candidates: number;
  /** Whether a decision was made that can be undone. */
  readonly canUndo: boolean;
}

const letters = ['s', 'q', 'n', 'x', 'u', 'a', 'm', 'r', '/', '+'] as const;

export type ReviewKey = number | (typeof letters)[number] | { readonly search: string };

/** A key of the review, in half or full width: the number of a candidate, a letter, or `/` with words; null otherwise. */
export function readKey(typed: string, shown: number): ReviewKey | null {
  const text = typed.normalize('NFKC').trim();
  const search = text.startsWith('/') ? text.slice(1).trim() : '';
  if (search !== '') return { search };
  const key = text.toLowerCase();
  for (const letter of letters) if (key === letter) return letter;
  const number = /^\d{1,2}$/.test(key) ? Number(key) : 0;
  if (number >= 1 && number <= shown) return number;
  return null;
}

/** Keys that are offered only at times. */
function listOffered({ same_rows, same_name_rows }: ReviewRow, switches: RowSwitches) {
  return {
    a: same_rows > 1,
    m: same_name_rows > Math.max(1, same_rows),
    u: switches.canUndo,
    '/': switches.isSearchShown,
    '+': switches.candidates > switches.shown,
  };
}

/** The key that was typed; null if it is not offered. */
export function readOfferedKey(typed: string, row: ReviewRow, switches: RowSwitches): ReviewKey | null {
  const key = readKey(typed, switches.shown);
  const offered = listOffered(row, switches);
  if (typeof key === 'string' && key in offered && !offered[key as keyof typeof offered]) return null;
  return key;
}

/** The keys with what they do, in the order of the line below the candidates. */
export function listKeys(row: ReviewRow, switches: RowSwitches): string[] {
  const { applyTo, always, shown, candidates } = switches;
  const offered = listOffered(row, switches);
  const keys = ['n none of these', 'x not a company', '/name search'];
  if (offered['+']) keys.unshift(`+ more of ${candidates} candidates`);
  if (shown === 1) keys.unshift('1 to choose');
  if (shown > 1) keys.unshift(`1–${shown} to choose`);
  if (offered['/']) keys.push('/ back');
  if (offered.a) keys.push(switchRows('a', applyTo === 'same', `the same in ${formatRows(row.same_rows)}`));
  if (offered.m)
    keys.push(switchRows('m', applyTo === 'same_name', `the same name in ${formatRows(row.same_name_rows)}`));
  keys.push(always ? 'r not for later rows' : 'r remember for all later rows');
  if (offered.u) keys.push('u undo');
  return [...keys, 's skip', 'q quit'];
}

const formatRows = (count: number) => formatQuantity(count, 'row');

function switchRows(key: string, isOn: boolean, rows: string): string {
  if (isOn) return `${key} only this row`;
  return `${key} ${rows}`;
}

/** What the next decision does beyond the row, as sentences. */
export function describeSwitches(row: ReviewRow, { applyTo, always }: RowSwitches): string[] {
  const sentences: string[] = [];
  if (applyTo === 'same')
    sentences.push(
      `The next decision is for ${formatRows(row.same_rows)} that say the same; choosing costs ${formatQuantity(row.same_rows_credits, 'credit')}.`,
    );
  if (applyTo === 'same_name')
    sentences.push(
      `The next decision is for up to ${formatRows(row.same_name_rows)} with the same name, except those that contradict it; choosing costs up to ${formatQuantity(row.same_name_rows_credits, 'credit')}.`,
    );
  if (always)
    sentences.push(
      `The company chosen next settles all later rows with this name by itself, for ${formatQuantity(prices.matchedRow.credits, 'credit')} each.`,
    );
  return sentences;
}

/** What a key decides: the number of a candidate chooses it. */
export function toAction(key: ReviewKey): Decision['action'] {
  if (key === 'n') return 'none_of_these';
  if (key === 'x') return 'not_a_company';
  return 'choose';
}

/** What choosing a company costs, in credits. */
export function getPrice(row: ReviewRow, applyTo: ApplyTo): number {
  if (applyTo === 'same') return row.same_rows_credits;
  if (applyTo === 'same_name') return row.same_name_rows_credits;
  if (row.paid) return 0;
  return prices.matchedRow.credits;
}

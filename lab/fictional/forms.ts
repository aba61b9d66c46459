import type { CompanyKind } from '../../src/contract/companies/company-vocabulary.ts';
import { Draws, weighted } from './draws.ts';
import { listingRank, topic } from './numbers.ts';

/** Legal form of a company and its position in the name. */
export interface Form {
  readonly kind: CompanyKind;
  /** As written in the name; empty if there is none, for example for shrines. */
  readonly words: string;
  readonly position: 'front' | 'back';
}

/** Share of companies under commercial law. The others do not take over names from each other. */
const commercialShare = 0.908;
/** Share that takes the name of an earlier company, and the share of those that also takes its legal form: see `borrowed`. */
const borrowingShare = 0.29;
const borrowedFormShare = 0.35;

/** Kind, words, and the share with the words in front, as counted in the register. */
const drawCommercial = weighted<readonly [CompanyKind, string, number]>([
  [['kabushiki', '株式会社', 0.7], 632],
  [['yugen', '有限会社', 0.92], 150],
  [['godo', '合同会社', 0.64], 123],
  [['goshi', '合資会社', 0.85], 2.4],
  [['gomei', '合名会社', 0.82], 0.7],
]);

const drawOther = weighted<readonly [CompanyKind, string, number]>([
  [['other_established', '一般社団法人', 0.95], 245],
  [['other_established', '', 1], 190],
  [['other_established', '特定非営利活動法人', 1], 111],
  [['other_established', '協同組合', 0.08], 66],
  [['other_established', '医療法人', 1], 45],
  [['other_established', '医療法人社団', 1], 41],
  [['other_established', '社会福祉法人', 1], 21],
  [['other_established', '農事組合法人', 0.97], 18],
  [['other_established', '一般財団法人', 1], 15],
  [['other_established', '税理士法人', 0.7], 14],
  [['other_established', '公益財団法人', 1], 9],
  [['other_established', '学校法人', 1], 7],
  [['other_established', '管理組合法人', 0.1], 6],
  [['other_established', '弁護士法人', 0.95], 5],
  [['other_established', '公益社団法人', 1], 5],
  [['other_established', '宗教法人', 1], 4],
  [['foreign', '', 1], 56],
  [['other', '', 1], 29],
  [['local_government', '', 1], 3],
]);

const commercialKinds: ReadonlySet<CompanyKind> = new Set(['kabushiki', 'yugen', 'godo', 'goshi', 'gomei']);

export function isCommercialKind(kind: CompanyKind): boolean {
  return commercialKinds.has(kind);
}

export function isCommercial(seed: number, index: number): boolean {
  return listingRank(index) !== null || new Draws(seed, index, topic.form).unit() < commercialShare;
}

/**
 * The earlier company whose name company `index` also has, or null if its name is its own. Every earlier company is
 * equally likely, so a name that more companies have is taken over more often. Names are therefore shared as in the
 * register (a few by hundreds of companies, most by none), whatever the size of the series.
 */
export function borrowed(seed: number, index: number): { from: number; withForm: boolean } | null {
  if (index === 0 || listingRank(index) !== null) return null;
  const draws = new Draws(seed, index, topic.borrowing);
  if (!draws.chance(borrowingShare)) return null;
  const from = draws.below(index);
  const withForm = draws.chance(borrowedFormShare);
  return isCommercial(seed, index) && isCommercial(seed, from) ? { from, withForm } : null;
}

export function formOf(seed: number, index: number): Form {
  const lender = borrowed(seed, index);
  if (lender?.withForm) return formOf(seed, lender.from);
  const draws = new Draws(seed, index, topic.form);
  const commercial = draws.unit() < commercialShare;
  if (listingRank(index) !== null) {
    return { kind: 'kabushiki', words: '株式会社', position: draws.chance(0.7) ? 'front' : 'back' };
  }
  const [kind, words, inFront] = commercial ? drawCommercial(draws) : drawOther(draws);
  return { kind, words, position: draws.chance(inFront) ? 'front' : 'back' };
}

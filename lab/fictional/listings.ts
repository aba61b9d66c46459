import type { ListingRow } from '../../indexers/facts/index.ts';
import { Draws, weighted } from './draws.ts';
import { listingRank, securitiesCode, topic } from './numbers.ts';
import type { Sector } from './sectors.ts';

/** The listings of one company, the common stock first. */
export interface Listed {
  readonly exchange: ListingRow['exchange'];
  readonly code: string;
  /** Codes of preferred shares have a fifth digit other than 0. */
  readonly preferredCode: string | null;
  readonly segment: string;
  readonly industryCode: string;
  readonly sizeClass: string | null;
  readonly listedFrom: number;
  /** The day of the first list without the company, or null while it is listed. */
  readonly listedTo: number | null;
}

const drawMarket = weighted<readonly [ListingRow['exchange'], string]>([
  [['tse', 'prime'], 40],
  [['tse', 'standard'], 38],
  [['tse', 'growth'], 14],
  [['tse', 'pro_market'], 3],
  [['nse', 'main'], 1.6],
  [['nse', 'next'], 0.7],
  [['sse', 'main'], 0.7],
  [['sse', 'ambitious'], 0.6],
  [['fse', 'main'], 0.8],
  [['fse', 'q_board'], 0.6],
]);

const sizeClasses = ['Core30', 'Large70', 'Mid400', 'Small 1', 'Small 2'].map((name) => `TOPIX ${name}`);

export function listedOf(seed: number, index: number, sector: Sector, today: number): Listed | null {
  const rank = listingRank(index);
  if (rank === null) return null;
  const draws = new Draws(seed, index, topic.listing);
  const [exchange, segment] = drawMarket(draws);
  const code = securitiesCode(seed, rank);
  const newFormat = /[A-Z]/.test(code);
  const delisted = !newFormat && draws.chance(0.06);
  return {
    exchange: newFormat ? 'tse' : exchange,
    code,
    preferredCode: rank % 70 === 30 ? `${code}5` : null,
    segment: newFormat ? 'growth' : segment,
    industryCode: draws.pick(sector.industryCodes),
    sizeClass: segment === 'prime' ? draws.pick(sizeClasses) : null,
    listedFrom: newFormat ? today - draws.between(30, 600) : today - draws.between(700, 18_000),
    listedTo: delisted ? today - draws.between(10, 690) : null,
  };
}

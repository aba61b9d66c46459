import { Draws } from './draws.ts';
import { type Form, formOf } from './forms.ts';
import { hasNumber, type Life, lifeOf } from './life.ts';
import { type Listed, listedOf } from './listings.ts';
import { type Core, coreOf } from './names.ts';
import { corporateNumber, edinetCodeOf, topic } from './numbers.ts';
import { drawSector, type Sector } from './sectors.ts';

/** What the facts of a generated company are made from. Days are numbers since 1970-01-01. */
export interface Company {
  readonly seed: number;
  readonly index: number;
  /** The day on which openings and permits are current. */
  readonly today: number;
  readonly companyId: string;
  readonly number: string | null;
  readonly core: Core;
  readonly form: Form;
  readonly sector: Sector;
  readonly life: Life;
  readonly listed: Listed | null;
  readonly edinetCode: string | null;
  readonly size: Size;
}

/** The names that other facts mention. */
export interface RegisteredNames {
  readonly legalName: string;
  readonly formerName: string | null;
  /** The day on which the former name was replaced. */
  readonly renamedOn: number | null;
}

/** The figures on which a company's profile, financials and observations must agree. */
export interface Size {
  /** Yen per year. */
  readonly revenue: number;
  readonly employees: number;
  /** Yen. */
  readonly capital: number;
}

export function companyOf(seed: number, index: number, today: number): Company {
  const core = coreOf(seed, index);
  const sector = core.sector ?? drawSector(new Draws(seed, index, topic.sector));
  const listed = listedOf(seed, index, sector, today);
  const number = hasNumber(index) ? corporateNumber(seed, index) : null;
  return {
    seed,
    index,
    today,
    companyId: number === null && listed !== null ? `${listed.exchange}_${listed.code}` : `cn_${number}`,
    number,
    core,
    form: formOf(seed, index),
    sector,
    life: lifeOf(seed, index, today),
    listed,
    edinetCode: edinetCodeOf(index),
    size: sizeOf(seed, index, listed !== null),
  };
}

const usualCapitals = [1, 1, 3, 3, 3, 5, 5, 10, 10, 10, 20, 30, 50, 100].map(
  (millions) => millions * 1_000_000,
);
export const maxEmployees = 400_000;

function sizeOf(seed: number, index: number, isListed: boolean): Size {
  const draws = new Draws(seed, index, topic.size);
  const revenue = isListed ? draws.logNormal(28e9, 1.5) : draws.logNormal(180e6, 1.5);
  const employees = Math.round(revenue / draws.logNormal(24e6, 0.4));
  const capital = isListed ? Math.round(draws.logNormal(3e9, 1.4) / 1e6) * 1e6 : draws.pick(usualCapitals);
  return { revenue, employees: Math.min(maxEmployees, Math.max(1, employees)), capital };
}

import {
  type CompanyRow,
  createEmptyBatch,
  type FactBatch,
  type NameRow,
} from '../../indexers/facts/index.ts';
import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import { type Company, companyOf, type RegisteredNames } from './company.ts';
import { dayNumber, dayText } from './days.ts';
import { Draws } from './draws.ts';
import { constructionPermits, jobPostings, observations } from './evidence.ts';
import { financialRows } from './financials.ts';
import { listingRows } from './listing-rows.ts';
import { anotherCore, englishName, fullName, kanaOf, tradeCore, writtenCore } from './names.ts';
import { mergedRecordNumber, topic } from './numbers.ts';
import { drawPlace, headOffice, outsideJapan } from './places.ts';
import { addProfile } from './profiles.ts';

/** A part of the series of companies that a seed makes. */
export interface Stretch {
  readonly seed: number;
  /** Index of the first company; the series begins at 0. */
  readonly from: number;
  /** Index after the last company. */
  readonly to: number;
  /** `YYYY-MM-DD`: the day on which openings and permits are current. */
  readonly today: string;
}

type Batch = Required<FactBatch>;

/**
 * Fictional companies that resemble the real registers. The same seed and day always make the same company at the same
 * index, whatever part of the series is generated. Rows are ordered by company id.
 */
export function generateCompanies({ seed, from, to, today }: Stretch): Batch {
  const batch = createEmptyBatch();
  const day = dayNumber(today);
  const companies = Array.from({ length: to - from }, (_, at) => companyOf(seed, from + at, day));
  companies.sort((one, other) => (one.companyId < other.companyId ? -1 : 1));
  for (const company of companies) addFacts(batch, company);
  return batch;
}

function addFacts(batch: Batch, company: Company): void {
  const { seed, index, companyId: company_id, number, form, life } = company;
  const draws = new Draws(seed, index, topic.address);
  const source: ObservationSource = number === null ? 'edinet' : 'corporate_registry';
  const place = form.kind === 'foreign' ? null : drawPlace(draws);
  batch.companies.push(companyRow(company, draws));
  batch.company_addresses.push({
    company_id,
    ...(place === null ? outsideJapan(draws) : headOffice(place, draws)),
    source,
  });
  if (life.successorNumber !== null) {
    batch.company_successors.push({
      company_id,
      successor_corporate_number: life.successorNumber,
      effective_on: dayText(life.closedOn),
      source: 'corporate_registry',
    });
  }
  const names = addNames(batch, company, source);
  addBrand(batch, company);
  addIdentifiers(batch, company);
  batch.listings.push(...listingRows(company, shortNameOf(company)));
  const isActive = life.status === 'active';
  const websiteDomain = isActive ? addProfile(batch, company) : null;
  const subject = { ...company, ...names, place, websiteDomain };
  const jobs = isActive ? jobPostings(subject) : [];
  batch.job_postings.push(...jobs);
  batch.observations.push(...observations(subject, jobs));
  if (!isActive) return;
  batch.construction_permits.push(...constructionPermits(subject));
  batch.financials.push(...financialRows(company));
}

function companyRow({ companyId, number, form, life }: Company, draws: Draws): CompanyRow {
  return {
    company_id: companyId,
    corporate_number: number,
    kind: form.kind,
    status: life.status,
    closed_on: dayText(life.closedOn),
    close_cause: life.closeCause,
    hidden: life.hidden,
    name_image_id: draws.chance(0.0075) ? String(draws.between(10_000, 99_999)).padStart(8, '0') : null,
    ...(number === null
      ? { stated_by: 'edinet' }
      : { assigned_on: dayText(life.assignedOn), register_updated_on: dayText(life.registerUpdatedOn) }),
  };
}

const formerNameShare = 0.042;
const formChangeShare = 0.25;

function addNames(batch: Batch, company: Company, registrySource: ObservationSource): RegisteredNames {
  const { seed, index, companyId, core, form, life, listed, today } = company;
  const draws = new Draws(seed, index, topic.otherNames);
  const legalName = fullName(form, core);
  const end = life.closedOn ?? today;
  const renamed = draws.chance(formerNameShare) && life.assignedOn < end - 60;
  const changedOn = renamed ? draws.between(life.assignedOn + 30, end - 1) : null;
  const formerName = renamed ? formerNameOf(company, legalName, draws) : null;
  const renamedOn = formerName === null ? null : changedOn;
  const add = (kind: NameRow['kind'], name: string, more: Partial<NameRow> = {}): void => {
    batch.company_names.push({ company_id: companyId, kind, name, source: registrySource, ...more });
  };

  add('legal', legalName, { valid_from: dayText(renamedOn) });
  if (draws.chance(/[Ａ-Ｚａ-ｚ]/.test(legalName) ? 0.78 : 0.95)) add('kana', kanaOf(core));
  if (listed !== null) add('english', englishName(form, core), { source: 'edinet' });
  else if (draws.chance(0.03)) add('english', englishName(form, core));
  if (listed !== null) add('trade', shortNameOf(company), { source: 'exchange' });
  else if (draws.chance(0.025)) add('trade', writtenCore(tradeCore(draws)), { source: 'gbizinfo' });
  if (formerName !== null) {
    add('former', formerName, { valid_from: dayText(life.assignedOn), valid_to: dayText(renamedOn) });
  }
  return { legalName, formerName, renamedOn };
}

const brandShare = 0.3;

/** Brands of listed companies are better known than their names. */
function addBrand(batch: Batch, { seed, index, companyId, listed, life }: Company): void {
  const draws = new Draws(seed, index, topic.aliases);
  if (listed === null || life.status !== 'active' || !draws.chance(brandShare)) return;
  batch.name_aliases.push({
    company_id: companyId,
    alias: writtenCore(tradeCore(draws)),
    alias_kind: 'brand',
    exclusive: false,
    withdrawn: false,
    language: 'ja',
    source: 'company_website',
  });
}

/** Either the legal form changed (mostly 有限会社 to 株式会社), or the name itself. */
function formerNameOf({ index, form, core }: Company, legalName: string, draws: Draws): string | null {
  const formChanged = form.kind === 'kabushiki' && draws.chance(formChangeShare);
  const earlier = formChanged
    ? fullName({ ...form, kind: 'yugen', words: '有限会社' }, core)
    : fullName(form, anotherCore(draws, form, index));
  return earlier === legalName ? null : earlier;
}

/** Shortens names as the exchange does. */
function shortNameOf({ core }: Company): string {
  return writtenCore(core)
    .replace('ホールディングス', 'ＨＤ')
    .replace('コーポレーション', 'コーポ')
    .replace('インターナショナル', 'インター');
}

const mergedRecordShare = 0.001;

function addIdentifiers(batch: Batch, { seed, index, companyId, number, listed, edinetCode }: Company): void {
  if (listed !== null) {
    for (const value of [listed.code, listed.preferredCode]) {
      if (value === null) continue;
      batch.company_identifiers.push({
        company_id: companyId,
        identifier_type: 'securities_code',
        value,
        valid_to: dayText(listed.listedTo),
        source: 'exchange',
      });
    }
    if (number !== null) {
      const alias_id = `${listed.exchange}_${listed.code}`;
      batch.company_aliases.push({ alias_id, company_id: companyId, reason: 'listing' });
    }
  } else if (new Draws(seed, index, topic.identifiers).chance(mergedRecordShare)) {
    const alias_id = `cn_${mergedRecordNumber(index)}`;
    batch.company_aliases.push({ alias_id, company_id: companyId, reason: 'merged_record' });
  }
  if (edinetCode !== null) {
    batch.company_identifiers.push({
      company_id: companyId,
      identifier_type: 'edinet_code',
      value: edinetCode,
      source: 'edinet',
    });
  }
}

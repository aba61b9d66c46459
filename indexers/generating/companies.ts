import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import type { FactBatch, IdentifierRow, NameRow } from '../facts/index.ts';
import { dayNumber, dayText } from './days.ts';
import { Draws } from './draws.ts';
import { constructionPermits, jobPostings, observations, type Subject } from './evidence.ts';
import { financialRows } from './financials.ts';
import { type Form, formOf } from './forms.ts';
import { companyRow, hasNumber, type Life, lifeOf } from './life.ts';
import { type Listed, listedOf, listingRows } from './listings.ts';
import {
  anotherCore,
  type Core,
  coreOf,
  englishName,
  fullName,
  kanaOf,
  tradeCore,
  writtenCore,
} from './names.ts';
import {
  corporateNumber,
  edinetCodeOfListed,
  edinetCodeOfUnlisted,
  listingRank,
  mergedRecordNumber,
  topic,
  unlistedFilerRank,
} from './numbers.ts';
import { drawPlace, headOffice, outsideJapan, type Place } from './places.ts';
import { addProfile, sizeOf } from './profiles.ts';
import { drawSector, type Sector, sectorNamed } from './sectors.ts';

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

/**
 * Fictional companies that resemble the real registers. The same seed and day always make the same company at the same
 * index, whatever part of the series is generated. Rows are ordered by company id.
 */
export function generateCompanies({ seed, from, to, today }: Stretch): Required<FactBatch> {
  const batch: Required<FactBatch> = {
    companies: [],
    company_names: [],
    company_identifiers: [],
    company_aliases: [],
    company_successors: [],
    company_addresses: [],
    listings: [],
    profile_values: [],
    company_technologies: [],
    observations: [],
    job_postings: [],
    construction_permits: [],
    financials: [],
  };
  const day = dayNumber(today);
  const seeds: Seedling[] = [];
  for (let index = from; index < to; index++) seeds.push(seedling(seed, index, day));
  seeds.sort((a, b) => (a.companyId < b.companyId ? -1 : 1));
  for (const each of seeds) addCompany(batch, seed, each, day);
  return batch;
}

/** What decides a company's id. */
interface Seedling {
  readonly index: number;
  readonly companyId: string;
  readonly number: string | null;
  readonly core: Core;
  readonly sector: Sector;
  readonly listed: Listed | null;
}

function seedling(seed: number, index: number, today: number): Seedling {
  const core = coreOf(seed, index);
  const sector =
    core.sector === null ? drawSector(new Draws(seed, index, topic.sector)) : sectorNamed(core.sector);
  const listed = listedOf(seed, index, sector, today);
  const number = hasNumber(index) ? corporateNumber(seed, index) : null;
  const companyId = number === null && listed !== null ? `${listed.exchange}_${listed.code}` : `cn_${number}`;
  return { index, companyId, number, core, sector, listed };
}

function addCompany(
  batch: Required<FactBatch>,
  seed: number,
  { index, companyId, number, core, sector, listed }: Seedling,
  today: number,
): void {
  const form = formOf(seed, index);
  const life = lifeOf(seed, index, today);
  const draws = new Draws(seed, index, topic.address);
  const registrySource: ObservationSource = number === null ? 'edinet' : 'corporate_registry';
  const place = form.kind === 'foreign' ? null : drawPlace(draws);

  batch.companies.push(companyRow(companyId, number, form.kind, life, draws));
  batch.company_addresses.push(
    place === null
      ? outsideJapan(companyId, registrySource, draws)
      : headOffice(companyId, place, registrySource, draws),
  );
  if (life.successorNumber !== null) {
    batch.company_successors.push({
      company_id: companyId,
      successor_corporate_number: life.successorNumber,
      effective_on: life.closedOn === null ? null : dayText(life.closedOn),
      source: 'corporate_registry',
    });
  }
  const { legalName, formerName, renamedOn } = addNames(batch.company_names, {
    seed,
    index,
    companyId,
    core,
    form,
    life,
    listed,
    registrySource,
    today,
  });
  const edinetCode = addIdentifiers(batch, seed, index, companyId, number, listed);
  if (listed !== null) batch.listings.push(...listingRows(companyId, listed, shortNameOf(core), today));
  const size = sizeOf(seed, index, listed);
  const alive = life.status === 'active';
  const { websiteDomain } = alive
    ? addProfile(batch, { seed, index, companyId, today, sector, listed, size })
    : { websiteDomain: null };
  const subject: Subject = {
    companyId,
    index,
    legalName,
    formerName,
    renamedOn,
    ...whereabouts(place),
    sector,
    life,
    listed,
    edinetCode,
    websiteDomain,
    today,
  };
  addEvidence(batch, seed, subject);
  if (alive) batch.financials.push(...financialRows(seed, index, companyId, listed, size, today));
}

function whereabouts(place: Place | null): { prefecture: string | null; city: string | null } {
  return { prefecture: place?.prefecture ?? null, city: place?.city ?? null };
}

function addEvidence(batch: Required<FactBatch>, seed: number, subject: Subject): void {
  const { index } = subject;
  const alive = subject.life.status === 'active';
  const jobs = alive ? jobPostings(subject, new Draws(seed, index, topic.jobs)) : [];
  batch.job_postings.push(...jobs);
  if (alive)
    batch.construction_permits.push(...constructionPermits(subject, new Draws(seed, index, topic.permits)));
  batch.observations.push(...observations(subject, jobs, new Draws(seed, index, topic.observations)));
}

const formerNameShare = 0.042;
const formChangeShare = 0.25;

interface NameFacts {
  seed: number;
  index: number;
  companyId: string;
  core: Core;
  form: Form;
  life: Life;
  listed: Listed | null;
  registrySource: ObservationSource;
  today: number;
}

/** Adds every name of the company and returns those that other facts mention. */
function addNames(
  rows: NameRow[],
  { seed, index, companyId, core, form, life, listed, registrySource, today }: NameFacts,
) {
  const draws = new Draws(seed, index, topic.otherNames);
  const legalName = fullName(form, core);
  const end = life.closedOn ?? today;
  const renamed = draws.chance(formerNameShare) && life.assignedOn < end - 60;
  const renamedOn = renamed ? draws.between(life.assignedOn + 30, end - 1) : null;
  const earlier = renamed ? formerNameOf(form, core, legalName, draws, index) : null;
  const add = (
    kind: NameRow['kind'],
    name: string,
    source: ObservationSource = registrySource,
    valid_from: string | null = null,
    valid_to: string | null = null,
  ): void => {
    rows.push({ company_id: companyId, kind, name, valid_from, valid_to, source });
  };

  const since = renamedOn === null || earlier === null ? null : dayText(renamedOn);
  add('legal', legalName, registrySource, since);
  if (draws.chance(/[Ａ-Ｚａ-ｚ]/.test(legalName) ? 0.78 : 0.95)) add('kana', kanaOf(core));
  if (listed !== null || draws.chance(0.03))
    add('english', englishName(form, core), listed === null ? registrySource : 'edinet');
  if (listed !== null) add('trade', shortNameOf(core), 'exchange');
  else if (draws.chance(0.025)) add('trade', writtenCore(tradeCore(draws)), 'gbizinfo');
  if (earlier !== null && since !== null) {
    add('former', earlier, registrySource, dayText(life.assignedOn), since);
  }
  return { legalName, formerName: since === null ? null : earlier, renamedOn };
}

/** Either the legal form changed (mostly 有限会社 to 株式会社), or the name itself. */
function formerNameOf(form: Form, core: Core, legalName: string, draws: Draws, index: number): string | null {
  const formChanged = form.kind === 'kabushiki' && draws.chance(formChangeShare);
  const earlier = formChanged
    ? fullName({ ...form, kind: 'yugen', words: '有限会社' }, core)
    : fullName(form, anotherCore(draws, form, index));
  return earlier === legalName ? null : earlier;
}

/** Shortens names as the exchange does. */
function shortNameOf(core: Core): string {
  return writtenCore(core)
    .replace('ホールディングス', 'ＨＤ')
    .replace('コーポレーション', 'コーポ')
    .replace('インターナショナル', 'インター');
}

const mergedRecordShare = 0.001;

/** @returns the company's EDINET code, or null when it does not file there */
function addIdentifiers(
  batch: Required<FactBatch>,
  seed: number,
  index: number,
  companyId: string,
  number: string | null,
  listed: Listed | null,
): string | null {
  const row = (
    identifier_type: IdentifierRow['identifier_type'],
    value: string,
    valid_to: string | null,
    source: ObservationSource,
  ): void => {
    batch.company_identifiers.push({
      company_id: companyId,
      identifier_type,
      value,
      valid_from: null,
      valid_to,
      source,
    });
  };
  if (listed !== null) {
    const end = listed.listedTo === null ? null : dayText(listed.listedTo);
    row('securities_code', listed.code, end, 'exchange');
    if (listed.preferredCode !== null) row('securities_code', listed.preferredCode, end, 'exchange');
    if (number !== null) {
      batch.company_aliases.push({
        alias_id: `${listed.exchange}_${listed.code}`,
        company_id: companyId,
        reason: 'listing',
      });
    }
  } else if (new Draws(seed, index, topic.identifiers).chance(mergedRecordShare)) {
    batch.company_aliases.push({
      alias_id: `cn_${mergedRecordNumber(index)}`,
      company_id: companyId,
      reason: 'merged_record',
    });
  }
  const edinetCode = edinetCodeOf(index);
  if (edinetCode !== null) row('edinet_code', edinetCode, null, 'edinet');
  return edinetCode;
}

function edinetCodeOf(index: number): string | null {
  const rank = listingRank(index);
  if (rank !== null) return edinetCodeOfListed(rank);
  const filer = unlistedFilerRank(index);
  return filer === null ? null : edinetCodeOfUnlisted(filer);
}

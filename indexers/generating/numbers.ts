import { corporateNumberCheckDigit } from '../../src/text/identifiers.ts';
import { Draws } from './draws.ts';

/**
 * Numbers of generated companies: well-formed, unique by the company's place in the series, and from ranges that no
 * real register uses, so that they never name a real corporation.
 */

/** Companies that stand side by side in the series share an office: their ids fall together in every index. */
const companiesOfAnOffice = 1000;

/** First four of the twelve digits: 5100..6999 and 8000..9799 belong to no registry office; the rest is kept apart. */
const offices = 3700;
const officeStep = 1583;
const numbersBetweenCompanies = 37;
const mergedRecordOffice = 9800;

/** The most companies one series can have. */
export const companiesAtMost = 10_000_000;

/** The corporate number of company `index`, with its check digit first. */
export function corporateNumber(seed: number, index: number): string {
  const block = Math.floor(index / companiesOfAnOffice);
  const round = Math.floor(block / offices);
  const place = (block * officeStep + (seed % offices)) % offices;
  const office = place < 1900 ? 5100 + place : 8000 + place - 1900;
  const serial =
    (round * companiesOfAnOffice + (index % companiesOfAnOffice)) * numbersBetweenCompanies +
    new Draws(seed, index, topic.serial).below(numbersBetweenCompanies);
  return withCheckDigit(String(office * 100_000_000 + 1_000_000 + serial).padStart(12, '0'));
}

/** A number that an earlier record of company `index` had, before it was merged with the one that stands. */
export function mergedRecordNumber(index: number): string {
  const office = mergedRecordOffice + Math.floor(index / 1_000_000);
  return withCheckDigit(`${office}01${String(index % 1_000_000).padStart(6, '0')}`);
}

function withCheckDigit(twelveDigits: string): string {
  return `${corporateNumberCheckDigit(twelveDigits)}${twelveDigits}`;
}

/**
 * How many of the first `companies` are listed: 150 of 10,000, about 3,200 of a million, never 4,000.
 * It depends on nothing but the place in the series, so a longer series keeps the listings of a shorter one.
 */
function listedAmong(companies: number): number {
  return Math.floor((4000 * companies) / (companies + 256_666));
}

/** The listing's place among all listings, or null for a company that never was listed. */
export function listingRank(index: number): number | null {
  const rank = listedAmong(index);
  return listedAmong(index + 1) > rank ? rank : null;
}

/** Ranks of companies that file with EDINET without having been listed: half as many as listings. */
export function unlistedFilerRank(index: number): number | null {
  const rank = listingRank(index + 3);
  return rank !== null && rank % 2 === 0 && listingRank(index) === null ? rank / 2 : null;
}

const firstFourDigitCode = 1301;
const fourDigitCodes = 8600;

/** A securities code of its own for each rank: every twelfth in the new format, from 130A on. */
export function securitiesCode(seed: number, rank: number): string {
  if (rank % 12 === 5) return `${130 + Math.floor(rank / 12)}A`;
  return String(firstFourDigitCode + ((rank * 1657 + (seed % fourDigitCodes)) % fourDigitCodes));
}

/** Codes of preferred shares have a fifth digit other than 0. */
export function preferredShareCode(commonCode: string): string {
  return `${commonCode}5`;
}

/** EDINET has given no code from E80000 on. */
export function edinetCodeOfListed(rank: number): string {
  return `E${90_000 + rank}`;
}

export function edinetCodeOfUnlisted(rank: number): string {
  return `E${80_000 + rank}`;
}

/** Every topic draws from its own stream. */
export const topic = {
  serial: 1,
  name: 2,
  borrowing: 3,
  form: 4,
  status: 5,
  address: 6,
  listing: 7,
  profile: 8,
  jobs: 9,
  permits: 10,
  observations: 11,
  financials: 12,
  otherNames: 13,
  sector: 14,
  identifiers: 15,
  size: 16,
} as const;

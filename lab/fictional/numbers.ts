import { computeCheckDigit } from '../../src/text/identifiers/corporate-number.ts';
import { Draws } from './draws.ts';

/**
 * Numbers of generated companies: well-formed, unique for each index in the series, and from ranges that no real register
 * uses, so that they never name a real corporation.
 */

/** Neighbours in the series share a registry office, so that their ids are close together in every index. */
const companiesOfAnOffice = 1000;

/** First four of the twelve digits: no registry office has 5100..6999 or 8000..9799; other numbers are not used. */
const offices = 3700;
const officeStep = 1583;
const numbersBetweenCompanies = 37;
const mergedRecordOffice = 9800;

/** The maximum number of companies in a series. */
export const maxCompanies = 10_000_000;

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

/** The number of an earlier record of company `index`, before it was merged into the current one. */
export function mergedRecordNumber(index: number): string {
  const office = mergedRecordOffice + Math.floor(index / 1_000_000);
  return withCheckDigit(`${office}01${String(index % 1_000_000).padStart(6, '0')}`);
}

function withCheckDigit(twelveDigits: string): string {
  return `${computeCheckDigit(twelveDigits)}${twelveDigits}`;
}

/**
 * How many of the first `companies` are listed: 150 of 10,000, about 3,200 of a million, never 4,000. It depends only on
 * the index in the series, so a longer series has all listings of a shorter one.
 */
function listedAmong(companies: number): number {
  return Math.floor((4000 * companies) / (companies + 256_666));
}

/** The listing's rank among all listings, or null for a company that was never listed. */
export function listingRank(index: number): number | null {
  const rank = listedAmong(index);
  return listedAmong(index + 1) > rank ? rank : null;
}

/**
 * The EDINET code of a company, or null if it does not file there. Every listed company files, and half as many others.
 * EDINET has not assigned codes from E80000 on.
 */
export function edinetCodeOf(index: number): string | null {
  const rank = listingRank(index);
  if (rank !== null) return `E${90_000 + rank}`;
  const near = listingRank(index + 3);
  return near !== null && near % 2 === 0 ? `E${80_000 + near / 2}` : null;
}

const firstFourDigitCode = 1301;
const fourDigitCodes = 8600;

/** A different securities code for each rank; every twelfth in the new format, from 130A on. */
export function securitiesCode(seed: number, rank: number): string {
  if (rank % 12 === 5) return `${130 + Math.floor(rank / 12)}A`;
  return String(firstFourDigitCode + ((rank * 1657 + (seed % fourDigitCodes)) % fourDigitCodes));
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
  aliases: 17,
} as const;

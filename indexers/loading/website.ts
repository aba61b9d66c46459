import { z } from 'zod';
import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import { parseRegistrableDomain } from '../../src/text/identifiers/domains.ts';
import type { IdentifierRow } from '../facts/index.ts';

/** Most websites are given as a URL. A bare host is a URL without its scheme. */
export const website = z
  .string()
  .trim()
  .max(2000)
  .transform((url) => url.replace(/^(?!https?:\/\/)/i, 'http://'))
  .transform((url) => url.replace(/^https?/i, (scheme) => scheme.toLowerCase()))
  .refine((url) => URL.canParse(url) && isHost(url), 'is not a website address');

function isHost(url: string): boolean {
  const domain = parseRegistrableDomain(url);
  return domain.ok || (domain.reason !== 'malformed' && domain.reason !== 'empty');
}

/** A website's domain as an identifier. The domains of free mail and hosting do not identify a company and are dropped. */
export function parseDomain(
  companyId: string,
  address: string,
  source: ObservationSource,
  statedOn: string | null,
): IdentifierRow[] {
  const domain = parseRegistrableDomain(address);
  if (!domain.ok) return [];
  const value = domain.domain;
  return [{ company_id: companyId, identifier_type: 'domain', value, source, stated_on: statedOn }];
}

import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { normalizeText } from './normalize.ts';
import { freeMailHosts, registryLikeSuffixes, sharedSiteHosts } from './shared-domains.ts';

/**
 * - `ip_address`, `public_suffix_only`: not a registered name
 * - `free_mail`, `hosting`: shared by many unrelated companies, so it identifies none of them
 */
export type DomainFault =
  | 'empty'
  | 'malformed'
  | 'ip_address'
  | 'public_suffix_only'
  | 'free_mail'
  | 'hosting';

export type DomainReading =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly reason: DomainFault; readonly message: string };

const MESSAGES: Readonly<Record<DomainFault, (host: string) => string>> = {
  empty: () => 'The domain is empty.',
  malformed: () => 'This is not a domain, a URL or an email address.',
  ip_address: (host) => `${host} is an IP address, which does not identify a company.`,
  public_suffix_only: (host) => `${host} is a public suffix, under which anyone can register a domain.`,
  free_mail: (host) => `${host} is a shared mail service, which does not identify a company.`,
  hosting: (host) => `${host} is a site shared by many companies, which does not identify a company.`,
};

function fault(reason: DomainFault, host: string): DomainReading {
  return { ok: false, reason, message: MESSAGES[reason](host) };
}

/** RFC 1035. */
const maxDomainLength = 253;
/** The host is at the beginning; the rest of a long URL is not read. */
export const maxReadLength = 2_000;

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;

/** The host part of a URL, an email address or a bare host, as written; null if there is none. */
function hostPart(text: string): string | null {
  const bare = text
    .replace(/^mailto:/i, '')
    .replaceAll('\\', '/')
    .replace(SCHEME, '');
  const authority = bare.split(/[/?#]/, 1)[0] ?? '';
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/(?<![.。．])[.。．]+$/, '');
  return host === '' || /\s/.test(host) ? null : host;
}

function belongsTo(hosts: ReadonlySet<string>, host: string): boolean {
  for (let at = 0; at >= 0; at = host.indexOf('.', at + 1)) {
    if (hosts.has(at === 0 ? host : host.slice(at + 1))) return true;
  }
  return false;
}

/**
 * The registrable domain that identifies a company, from a domain, URL or email address in any width and case: in lower
 * case, IDN in punycode, without `www.` and other subdomains. Uses the public suffix list, including its private part,
 * under which names are customers' pages. Never throws; idempotent.
 */
export function registrableDomain(input: string): DomainReading {
  const text = normalizeText(input.slice(0, maxReadLength));
  if (text === '') return fault('empty', text);
  const written = hostPart(text);
  if (written === null || written.length > maxDomainLength) return fault('malformed', text);
  if (written.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(written))
    return fault('ip_address', written);
  const host = domainToASCII(written).replace(/\.$/, '');
  // A host without letters is a typed number, or an address in an unusual spelling (0x7f.1).
  if (!/[a-z]/.test(host))
    return fault(host.includes('.') && written.includes('.') ? 'ip_address' : 'malformed', host);
  return domainOf(host);
}

function domainOf(host: string): DomainReading {
  const icann = parse(host, { extractHostname: false });
  if (icann.isIcann !== true) return fault('malformed', host);
  if (belongsTo(freeMailHosts, host)) return fault('free_mail', host);
  if (belongsTo(sharedSiteHosts, host)) return fault('hosting', host);
  const suffix = parse(host, { extractHostname: false, allowPrivateDomains: true });
  if (suffix.isPrivate === true) {
    if (!registryLikeSuffixes.has(suffix.publicSuffix ?? '')) return fault('hosting', host);
    return suffix.domain === null ? fault('public_suffix_only', host) : { ok: true, domain: suffix.domain };
  }
  return icann.domain === null ? fault('public_suffix_only', host) : { ok: true, domain: icann.domain };
}

/** What cannot be part of an address, after NFKC. */
const BETWEEN_ADDRESSES = /[\s<>"“”|、。「」『』【】…]+/;
/** What can be part of a URL, but separates addresses: a@x.co.jp;b@x.co.jp. */
const BETWEEN_BARE_ADDRESSES = /[,;()[\]{}']+/;
const BEFORE_NEXT_ADDRESS = /[,;()[\]{}']+(?=https?:\/\/|www\.|[\w.+-]{1,64}@)/i;
const SEVERAL = /[\s<>"“”|、。「」『』【】…,;()[\]{}']|@.*@/;
/** URL:x.co.jp, メール:a@x.co.jp */
const LABEL = /^[^:/@.\d]{1,20}:(?!\/\/|\d)/;
/** A host without scheme among other words: also the end of a sentence or an initial can have a dot. */
const CLEARLY_HOST = /^www\.|\.(?:jp|com|net|org)$/i;
const AT_END = /[,;)}'.]+$/;
const AT_END_OR_BRACKET = /[,;)}'.\]]+$/;
const namesShown = 3;

function addressesIn(text: string): string[] {
  return text
    .split(BETWEEN_ADDRESSES)
    .flatMap((part) => {
      const scheme = part.search(/https?:\/\//i);
      if (scheme >= 0) return part.slice(scheme).split(BEFORE_NEXT_ADDRESS);
      return part
        .split(BETWEEN_BARE_ADDRESSES)
        .flatMap((bare) => (bare.indexOf('@') === bare.lastIndexOf('@') ? [bare] : bare.split('/')));
    })
    .map((part) => part.replace(LABEL, '').replace(part.includes('[') ? AT_END : AT_END_OR_BRACKET, ''))
    .filter((part) => part !== '');
}

/**
 * The domain in a cell that may have more than an address: a name or a label before it, words after it, or several
 * addresses, if all that identify a company have the same domain. Free mail beside it is ignored. Never throws.
 */
export function domainIn(input: string): DomainReading {
  const text = normalizeText(input.slice(0, maxReadLength));
  const bare = text.replace(LABEL, '');
  if (!SEVERAL.test(text)) return registrableDomain(bare);
  const addresses = addressesIn(text);
  const read = addresses.map((address) => ({ address, reading: registrableDomain(address) }));
  const onlyAddresses = read.every(({ reading }) => isAddress(reading));
  const meant = read.filter(
    ({ address, reading }) =>
      isAddress(reading) &&
      (onlyAddresses ||
        address.includes('@') ||
        SCHEME.test(address) ||
        CLEARLY_HOST.test(address.replace(/[/?#:].*$/, ''))),
  );
  const domains = [...new Set(meant.flatMap(({ reading }) => (reading.ok ? [reading.domain] : [])))];
  const [domain, other] = domains;
  if (domain === undefined) return meant[0]?.reading ?? fault('malformed', text);
  if (other === undefined) return { ok: true, domain };
  return { ok: false, reason: 'malformed', message: severalDomains(domains) };
}

/** Whether mail or pages are found there, of one company or of many. */
function isAddress(reading: DomainReading): boolean {
  return reading.ok || !(reading.reason === 'malformed' || reading.reason === 'public_suffix_only');
}

function severalDomains(domains: readonly string[]): string {
  const shown = domains.slice(0, namesShown).join(', ');
  const more = domains.length > namesShown ? ` and ${domains.length - namesShown} more` : '';
  return `There are several domains: ${shown}${more}. Give the domain of one company.`;
}

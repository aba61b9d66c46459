import { domainToASCII, domainToUnicode as toUnicode } from 'node:url';
import { parse } from 'tldts';
import { normalizeText } from './normalize.ts';
import { freeMailHosts, registryLikeSuffixes, sharedSiteHosts } from './shared-domains.ts';

/**
 * - `ip_address`, `public_suffix_only`: no one registered a name there
 * - `free_mail`, `hosting`: many unrelated companies share it, so it identifies none of them
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
  malformed: () => 'This is neither a domain, nor a URL, nor an e-mail address.',
  ip_address: (host) => `${host} is an IP address and names no company.`,
  public_suffix_only: (host) => `${host} is a public suffix, under which anyone may register a domain.`,
  free_mail: (host) => `${host} is a mail service that many people share; it identifies no company.`,
  hosting: (host) => `${host} is a site that many companies share; it identifies no company.`,
};

function fault(reason: DomainFault, host: string): DomainReading {
  return { ok: false, reason, message: MESSAGES[reason](host) };
}

/** Characters of a domain name at most (RFC 1035); what is longer is none, however it is written. */
const longestName = 253;
const longestStart = 2_000;

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;

/** The host part of a URL, an e-mail address or a bare host, as written; null where none can be. */
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
 * The registrable domain that identifies a company, from a bare domain, URL or e-mail address in any width and case:
 * lower case, IDN in punycode, `www.` and everything else below the registered name dropped. By the public suffix
 * list, including its private part, where a name is a customer's page and no company's. Never throws; idempotent.
 */
export function registrableDomain(input: string): DomainReading {
  // The host stands at the beginning; the rest of a long URL is not read.
  const text = normalizeText(input.slice(0, longestStart));
  if (text === '') return fault('empty', text);
  const written = hostPart(text);
  if (written === null || written.length > longestName) return fault('malformed', text);
  if (written.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(written))
    return fault('ip_address', written);
  const host = domainToASCII(written).replace(/\.$/, '');
  // A host of digits alone is a number somebody typed, or an address in one of its odd spellings (0x7f.1).
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

/** A domain for people to read: punycode labels as the letters they stand for. */
export function domainToUnicode(domain: string): string {
  return toUnicode(domain) || domain;
}

import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { normalizeText } from '../letters/normalize.ts';
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

export type ParsedDomain =
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

function makeFault(reason: DomainFault, host: string): ParsedDomain {
  return { ok: false, reason, message: MESSAGES[reason](host) };
}

/** RFC 1035. */
const maxDomainLength = 253;
/** The host is at the beginning; the rest of a long URL is not read. */
const maxReadLength = 2_000;

/** Normalized. One character can become eighteen. */
export function normalizeBeginning(input: string): string {
  return normalizeText(input.slice(0, maxReadLength)).slice(0, maxReadLength);
}

/** Also mistyped and doubled: http//, ttp://, http:/, https://https://. */
const SCHEME = /^(?:(?:h?t{1,3}ps?(?:[:;]\/*|\/+)|[a-z][a-z0-9+-]{0,15}:\/\/+|\/\/)(?:www\.(?=h?ttps?:))?)+/i;

/** The host part of a URL, an email address or a bare host, as written; null if there is none. */
function extractHost(text: string): string | null {
  const bare = text
    .replace(/^mailto:/i, '')
    .replaceAll('\\', '/')
    .replace(SCHEME, '');
  const authority = bare.split(/[/?#]/, 1)[0] ?? '';
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/(?<![.。．])[.。．]+$/, '');
  if (host === '' || /\s/.test(host)) return null;
  return host;
}

/** Letters and digits of any script, and the marks that a name in Japanese or a host below the domain may have. */
const HOST = /^[\p{L}\p{M}\p{N}・_-]+(?:[.。．][\p{L}\p{M}\p{N}・_-]+)*$/u;
/** Names below a registry have no underscore, and no mark at an end. */
const NOT_REGISTRABLE = /_|^[-・]/;

function isAmongHosts(hosts: ReadonlySet<string>, host: string): boolean {
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
export function parseRegistrableDomain(input: string): ParsedDomain {
  const text = normalizeBeginning(input);
  if (text === '') return makeFault('empty', text);
  const written = extractHost(text);
  if (written === null || written.length > maxDomainLength) return makeFault('malformed', text);
  if (written.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(written))
    return makeFault('ip_address', written);
  if (!HOST.test(written)) return makeFault('malformed', text);
  const host = domainToASCII(written).replace(/\.$/, '');
  // A host without letters is a typed number, or an address in an unusual spelling (0x7f.1).
  if (!/[a-z]/.test(host))
    return makeFault(host.includes('.') && written.includes('.') ? 'ip_address' : 'malformed', host);
  return checkHost(host);
}

function checkHost(host: string): ParsedDomain {
  const icann = parse(host, { extractHostname: false });
  if (icann.isIcann !== true || NOT_REGISTRABLE.test(icann.domain ?? '')) return makeFault('malformed', host);
  if (isAmongHosts(freeMailHosts, host)) return makeFault('free_mail', host);
  if (isAmongHosts(sharedSiteHosts, host)) return makeFault('hosting', host);
  const suffix = parse(host, { extractHostname: false, allowPrivateDomains: true });
  if (suffix.isPrivate === true) {
    if (!registryLikeSuffixes.has(suffix.publicSuffix ?? '')) return makeFault('hosting', host);
    if (suffix.domain === null) return makeFault('public_suffix_only', host);
    return { ok: true, domain: suffix.domain };
  }
  if (icann.domain === null) return makeFault('public_suffix_only', host);
  return { ok: true, domain: icann.domain };
}

/** What cannot be part of an address, after NFKC: white space, quotes and all marks beyond ASCII but the one in ジェイ・ポップ. */
const BETWEEN_ADDRESSES =
  /[\s<>"|]+|[^\P{P}\p{ASCII}・]+|[^\P{S}\p{ASCII}]+|(?<![\p{L}\p{N}])・|・(?=$|[a-z]|\s)/iu;
/** What can be part of a URL, but separates addresses: a@x.co.jp;b@x.co.jp. */
const BETWEEN_BARE_ADDRESSES = /[,;()[\]{}'*=+&]+/;
const BEFORE_NEXT_ADDRESS =
  /(?<![,;()[\]{}'])[,;()[\]{}']+(?=https?:\/\/|www\.|[\w.+-]{1,64}@)|(?<=\/)(?=https?:\/\/)/i;
const NOT_BARE = /[\s<>"|,;()[\]{}'*=+&]|[^\P{P}\p{ASCII}]|[^\P{S}\p{ASCII}]|@.*@|.https?:\/\//iu;
/** URL:x.co.jp, メール:a@x.co.jp; not a port, because a host has a dot */
const LABEL = /^(?!h?t{1,3}ps?:)[^:/@.]{1,20}[:=](?!\/\/)/i;
/** A host without scheme among other words: also the end of a sentence or an initial can have a dot. */
const CLEARLY_HOST = /^www\.|\.(?:jp|com|net|org)$/i;
/** A host in small letters is one unless it ends like the name of a company: foo.inc, co.ltd. */
const SMALL_HOST = /^[a-z0-9-]{2,}(?:\.[a-z0-9-]{2,})+$/;
const ENDS_LIKE_A_NAME =
  /\.(?:inc|ltd|llc|llp|co|corp|company|limited|gmbh|group|enterprises|trading|construction|ai)$/i;
const AT_END = /(?<![,;)}'.])[,;)}'.]+$/;
const AT_END_OR_BRACKET = /(?<![,;)}'.\]])[,;)}'.\]]+$/;
/** a[at]x.co.jp, a (アット) x.co.jp, a @ x.co.jp */
const WRITTEN_AT = /\s*[[({<](?:at|アット(?:マーク)?|@)[\])}>]\s*|\s*@\s+|\s+@(?=[a-z0-9-]+\.)/gi;
/** https:// x.co.jp, https: //x.co.jp, www. x.co.jp, x. co.jp, x。co。jp, x,co.jp */
const BROKEN_URL = /(?<=https?:)\s+(?=\/\/)|(?<=https?:\/\/)\s+|(?<=\bwww\.)\s+/gi;
const BROKEN_DOT =
  /(?<=[a-z0-9])(?:[,、]\s*(?=(?:co|or|ne|ac|go|gr|ed)\.jp\b)|\.\s+(?=(?:(?:co|or|ne|ac|go|gr|ed)\.)?jp\b|com\b)|。(?=[a-z0-9]))/gi;
const namesShown = 3;
/** More are no cell about one company, and reading each takes as long as a whole cell. */
const maxAddresses = 10;
/** Every address has one, or is in brackets as an address of the Internet protocol. */
const CAN_BE_ADDRESS = /[.。．[]/;

/** Repairs what people and their keyboards put into an address. */
function fixAddress(text: string): string {
  return text.replaceAll(BROKEN_URL, '').replaceAll(BROKEN_DOT, '.').replaceAll(WRITTEN_AT, '@');
}

function splitAddresses(text: string): string[] {
  return text
    .split(BETWEEN_ADDRESSES)
    .flatMap((part) => {
      const scheme = part.search(/https?:\/\//i);
      if (scheme >= 0) return part.slice(scheme).split(BEFORE_NEXT_ADDRESS);
      return part
        .replace(LABEL, '')
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
export function findDomainInCell(input: string): ParsedDomain {
  const text = fixAddress(normalizeBeginning(input));
  const bare = text.replace(LABEL, '');
  if (!NOT_BARE.test(bare)) return parseRegistrableDomain(bare);
  if (!CAN_BE_ADDRESS.test(text)) return makeFault('malformed', text);
  const parts = splitAddresses(text);
  if (parts.filter((part) => CAN_BE_ADDRESS.test(part)).length > maxAddresses) return tooMany;
  const read = parts.map((address) => ({
    address,
    parsed: CAN_BE_ADDRESS.test(address) ? parseRegistrableDomain(address) : makeFault('malformed', address),
  }));
  const clear = read.filter(({ address, parsed }) => isAddress(parsed) && isClearlyAddress(address));
  const onlyAddresses = read.every(({ parsed }) => isAddress(parsed));
  const meant = clear.length > 0 || !onlyAddresses ? clear : read;
  const domains = [...new Set(meant.flatMap(({ parsed }) => (parsed.ok ? [parsed.domain] : [])))];
  const [domain, other] = domains;
  if (domain === undefined) return meant[0]?.parsed ?? makeFault('malformed', text);
  if (other === undefined) return { ok: true, domain };
  const shown = domains.slice(0, namesShown).join(', ');
  const more = domains.length > namesShown ? ` and ${domains.length - namesShown} more` : '';
  const message = `There are several domains: ${shown}${more}. Give the domain of one company.`;
  return { ok: false, reason: 'malformed', message };
}

function isClearlyAddress(address: string): boolean {
  if (address.includes('@') || SCHEME.test(address)) return true;
  const host = address.replace(/[/?#:].*$/, '');
  return CLEARLY_HOST.test(host) || (SMALL_HOST.test(host) && !ENDS_LIKE_A_NAME.test(host));
}

/** What people write beside addresses to say what they are. */
const ADDRESS_WORD =
  /^(?:url|hp|ホームページ|ウェブサイト|サイト|公式(?:サイト|hp)?|web|website|site|homepage|ドメイン|domain|e-?mail|mail|メール(?:アドレス)?|アドレス|www|他|ほか|等|など|外|準備中|本社|\d{1,2}|ir|[・:：/,;.-]*)$/i;

/** Whether a text has only addresses, and words that say what they are; so a whole query can be one. */
export function isOnlyAddresses(normalized: string): boolean {
  const text = fixAddress(normalized);
  const parts = splitAddresses(text).filter((part) => !ADDRESS_WORD.test(part));
  return (
    parts.length > 0 &&
    parts.every((part) => isClearlyAddress(part) && isAddress(parseRegistrableDomain(part)))
  );
}

/** Whether mail or pages are found there, of one company or of many. */
function isAddress(parsed: ParsedDomain): boolean {
  return parsed.ok || !(parsed.reason === 'malformed' || parsed.reason === 'public_suffix_only');
}

const tooMany: ParsedDomain = {
  ok: false,
  reason: 'malformed',
  message: `There are more than ${maxAddresses} addresses. Give the domain of one company.`,
};

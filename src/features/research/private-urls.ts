import ipaddr from 'ipaddr.js';
import { parse } from 'tldts';
import type { Sign } from './content-signs.ts';
import { createLineFinder, stripEnd, toReadable } from './readable-text.ts';

/** Addresses that must not be stored: those that are not public, and those that contain a credential. */

type UrlFault = Pick<Sign, 'reason' | 'rule'>;

export const notPublicHttp = 'not_public_http';

const written = /[a-z][a-z0-9+.-]{1,30}:[\\/]{2,}[^\s<>"'`{}|^]+/gi;
/** Browsers also accept these as addresses. */
const slashless = /\b(?:https?|ftp|wss?):[\\/]?(?=[a-z0-9[])[^\s<>"'`{}|^\\/]+/gi;
/** The target of a link without a scheme: `[text](//host)`, `href="//host"`. */
const linked =
  /(?:\]\([ \t]*\n?[ \t]*<?|\b(?:href|src|action)[ \t]{0,9}=[ \t]{0,9}["']?|^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]*<?)([\\/]{2}[^\s<>"'`)]+)/gim;
/** `localhost:3000`, `192.168.0.1/admin`. But `10.0.0.0/8` is a network, not an address. */
const bare =
  /(?<![\w./@:-])(?:localhost(?=[:/])|\d{1,3}(?:\.\d{1,3}){3}(?=:\d|\/(?!\d{1,2}(?!\d|\/))))(?::\d{1,5})?(?:\/[^\s<>"'`]*)?/gi;
const fileShare = /(?<![\\\w:])\\\\[a-z0-9][a-z0-9._-]*\\[^\s\\]+/gi;

export function findPrivateUrlSigns(text: string): Sign[] {
  const found: Sign[] = [];
  const lineAt = createLineFinder(text);
  const addFaults = (
    pattern: RegExp,
    toUrl: (match: RegExpExecArray) => string,
    only?: (url: URL) => boolean,
  ) => {
    for (const match of text.matchAll(pattern)) {
      const fault = findFaultInText(toUrl(match), only);
      if (fault) found.push({ ...fault, line: lineAt(match.index) });
    }
  };
  addFaults(written, ([url]) => url);
  addFaults(
    slashless,
    ([url]) => url,
    ({ hostname }) => isAddress(hostname) || hostname === 'localhost',
  );
  addFaults(linked, ([, target = '']) => `http:${target}`);
  addFaults(bare, ([url]) => `http://${url}`);
  for (const match of text.matchAll(fileShare))
    found.push({ reason: 'private_url', rule: 'file_share', line: lineAt(match.index) });
  return found;
}

/**
 * Why the address of a source cannot be stored; null for a public one. The text as given must begin with http or https,
 * because it is stored as given: it is not enough that it reads like an address after normalisation.
 */
export function findSourceUrlFault(written: string): UrlFault | null {
  const seen = toReadable(written).trim();
  const url = /^\s*https?:\/\//i.test(written) ? parseUrl(seen) : null;
  if (url) return findUrlFault(url, seen);
  return { reason: 'private_url', rule: notPublicHttp };
}

const ends = '])}.,;:!?*_~。、」』】）］〉》';

/**
 * Text may follow an address directly, so it is also tried without punctuation and without Japanese words at its end.
 */
function findFaultInText(given: string, only?: (url: URL) => boolean): UrlFault | null {
  const whole = stripEnd(given, ends);
  const url = parseUrl(whole);
  if (url && isPublicName(url.hostname)) {
    if (only && !only(url)) return null;
    return findUrlFault(url, whole);
  }
  const ascii = stripEnd(/^[\x21-\x7e]+/.exec(whole)?.[0] ?? '', ends);
  const cut = parseUrl(ascii) ?? url;
  if (!cut || (only && !only(cut))) return null;
  return findUrlFault(cut, ascii);
}

function parseUrl(given: string): URL | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(given)?.[1]?.toLowerCase();
  if (scheme === undefined) return null;
  // With other schemes, URL does not normalise the host. With http it does, as resolvers do.
  const special = /^(https?|ftp|wss?|file)$/.test(scheme);
  const readAs = special ? given : `http:${given.slice(scheme.length + 1)}`;
  if (URL.canParse(readAs)) return new URL(readAs);
  return null;
}

function findUrlFault(url: URL, given: string): UrlFault | null {
  if (url.protocol === 'file:') return { reason: 'private_url', rule: 'file_url' };
  const web = /^(https?|ftp|wss?):/i.test(given.trim());
  if (url.password !== '' || (web && url.username !== ''))
    return { reason: 'url_with_credentials', rule: 'user_in_url' };
  const hostRule = findHostFault(url.hostname);
  if (hostRule) return { reason: 'private_url', rule: hostRule };
  if (hasCredential(url)) return { reason: 'url_with_credentials', rule: 'credential_in_url' };
  if (isBehindLogin(url)) return { reason: 'private_url', rule: 'behind_login' };
  return null;
}

function isAddress(host: string): boolean {
  return ipaddr.isValid(host.replace(/^\[|\]$/g, ''));
}

function findHostFault(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) {
    if (ipaddr.parse(host).range() === 'unicast') return null;
    return 'private_address';
  }
  if (!isPublicName(hostname)) return 'internal_name';
  const labels = host.split('.');
  if (labels.some((label) => internalLabels.has(label))) return 'internal_name';
  if (wildcardResolvers.some((domain) => host === domain || host.endsWith(`.${domain}`)))
    return 'name_for_private_address';
  return null;
}

/** Under a suffix of the public list, and not the suffix itself. */
function isPublicName(hostname: string): boolean {
  const { isIcann, domain, publicSuffix } = parse(hostname.replace(/\.$/, ''));
  return isIcann === true && domain !== null && !/(^|\.)(onion|arpa)$/.test(publicSuffix ?? '');
}

const internalLabels = new Set(['intranet', 'internal', 'localhost', 'localdomain']);
/** Names under these domains resolve to the address that they contain, or to this machine. */
const wildcardResolvers = ['nip.io', 'sslip.io', 'xip.io', 'localtest.me', 'lvh.me', 'vcap.me', 'traefik.me'];

/** Parameters that are always credentials. */
const credentialNames = [
  /^(access|auth|id|refresh|session|security|bearer)[_-]?token$/i,
  /^(x[_-])?api[_-]?key$|^(client[_-]?)?secret$|^passw(or)?d$|^pwd$/i,
  /^(x-(amz|goog)-)(signature|credential|security-token)$|^googleaccessid$/i,
  /^(j|php|asp)sess(ion)?_?id$|^session[_-]?id$/i,
];
/** Parameters that are credentials when their value is long. */
const credentialNamesOfLongValues =
  /^(token|key|sig|signature|sid|auth|jwt|code|hash|ticket|authkey|invite)$/i;
const longValue = /^(?=.*\d)(?=.*[a-z])[\w+/=.%~-]{16,}$/i;

function hasCredential(url: URL): boolean {
  const parameters = [
    ...url.searchParams,
    ...new URLSearchParams(url.hash.replace(/^#!?\/?\??/, '')),
    ...new URLSearchParams(url.pathname.replace(/^[^;]*;?/, '').replaceAll(';', '&')),
  ];
  return (
    secretPaths.some((path) => path.test(url.hostname + url.pathname)) ||
    parameters.some(
      ([name, value]) =>
        value !== '' &&
        (credentialNames.some((each) => each.test(name)) ||
          (credentialNamesOfLongValues.test(name) && longValue.test(value))),
    )
  );
}

/** Addresses whose path is a secret. */
const secretPaths = [
  /^hooks\.slack\.com\/(services|workflows|triggers)\//,
  /^(ptb\.|canary\.)?discord(app)?\.com\/api\/webhooks\//,
  /\.webhook\.office\.com\/webhookb2\//,
  /^api\.telegram\.org\/bot\d+:/,
];

const sitesWithLogin = [
  /^[^/]+\.slack\.com\/(archives|files|team)\//,
  /^app\.slack\.com\//,
  /\.sharepoint\.com\//,
  /(^|\.)(my|lightning)\.(salesforce|force)\.com\//,
  /\.lightning\.force\.com\//,
  /^(mail|drive|calendar|meet|chat)\.google\.com\//,
  /^docs\.google\.com\/(?!.*\/(pub|pubhtml|viewform|embed)$)/,
  /^(outlook\.(office|live|office365)\.com|teams\.(microsoft|live)\.com)\//,
  /^(chatgpt\.com\/c\/|chat\.openai\.com\/c\/|claude\.ai\/chat\/|gemini\.google\.com\/app\/)/,
];

function isBehindLogin(url: URL): boolean {
  return sitesWithLogin.some((site) => site.test(url.hostname + url.pathname));
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parse as parseHost } from 'tldts';

/**
 * Which addresses a caller may make the service send to: https, on the public internet, without credentials
 * (docs/decisions/0031-delivery.md). Pure: what a name resolves to is checked by `postOutside`.
 */

export type TargetReading =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: string };

/** Public by its number, and yet the inside of a cloud: the virtual wire server of Azure. */
const insideOfClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Of https and its usual alternative: what else listens on a host takes no webhooks. */
const ports: ReadonlySet<string> = new Set(['', '8443']);

/**
 * Names and all below them that stand for something else than a host of the public internet: special use (RFC 6761, 6762,
 * 7686, 8375, 9476, ICANN's .internal), infrastructure, and the metadata services of clouds.
 */
const specialNames: readonly string[] = [
  'alt',
  'arpa',
  'example',
  'internal',
  'invalid',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'test',
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'metadata.packet.net',
];

const longestHostName = 253;

/** What can be said of a target before its name is resolved. The reason never repeats the address. */
export function readTarget(text: string): TargetReading {
  // The parser drops these; what looks different to a person must not be the same address.
  if (/[\s\p{Cc}\\]/u.test(text))
    return refused('The address holds blanks, control characters or backslashes.');
  if (!URL.canParse(text)) return refused('The address is not a URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:') return refused('Only https addresses are delivered to.');
  if (url.username !== '' || url.password !== '') return refused('The address carries credentials.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) return refused('The address is not a public one.');
  } else if (!isPublicName(host)) return refused('The host is not a public domain name.');
  return ports.has(url.port) ? { ok: true, url } : refused('Only the ports 443 and 8443 are delivered to.');
}

/** A name below a domain that the public can register; names of local networks are not. */
function isPublicName(host: string): boolean {
  if (host.length > longestHostName || host.endsWith('.')) return false;
  if (specialNames.some((name) => host === name || host.endsWith(`.${name}`))) return false;
  const { domain, isIcann, isPrivate } = parseHost(host, { allowPrivateDomains: true });
  return domain !== null && (isIcann === true || isPrivate === true);
}

/** Whether an IP address is reached over the public internet and stands for nothing else, such as another address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || insideOfClouds.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  // Global unicast (RFC 4291): anything outside of it is local, mapped, translated or not yet in use.
  return parsed.range() === 'unicast' && parsed.match(ipaddr.parse('2000::'), 3);
}

function refused(reason: string): TargetReading {
  return { ok: false, reason };
}

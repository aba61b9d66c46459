import ipaddr from 'ipaddr.js';
import { parse as parseHost } from 'tldts';

/**
 * The targets that a caller may choose: https, on the public internet, without credentials
 * (docs/decisions/0031-delivery.md). Pure: `outbound-client.ts` checks what a name resolves to.
 */

/** In a public range, but internal to a cloud: the wire server of Azure. */
const insideOfClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The https port and its usual alternative: other services on a host do not receive webhooks. */
const ports: ReadonlySet<string> = new Set(['', '8443']);

/**
 * Names that, with their subdomains, are not hosts on the public internet: special-use names (RFC 6761, 6762, 7686, 8375,
 * 9476, ICANN's .internal), infrastructure, and the metadata services of clouds.
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

const maxHostNameLength = 253;

/** Why a target is refused before its name is resolved; null if it is not. The reason never repeats the address. */
export function findTargetFault(text: string): string | null {
  // The URL parser drops these, so a different-looking text would mean the same address.
  if (/[\s\p{Cc}\\]/u.test(text)) return 'The address contains spaces, control characters or backslashes.';
  if (!URL.canParse(text)) return 'The address is not a valid URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'The address must begin with https.';
  if (url.username !== '' || url.password !== '') return 'The address must not contain credentials.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) {
    if (!isPublicAddress(host)) return 'The IP address is not public.';
  } else if (!isPublicName(host)) return 'The host is not a public domain name.';
  if (ports.has(url.port)) return null;
  return 'The port must be 443 or 8443.';
}

/** A name in a domain that the public can register, which names of local networks are not. */
function isPublicName(host: string): boolean {
  if (host.length > maxHostNameLength || host.endsWith('.')) return false;
  if (specialNames.some((name) => host === name || host.endsWith(`.${name}`))) return false;
  const { domain, isIcann, isPrivate } = parseHost(host, { allowPrivateDomains: true });
  return domain !== null && (isIcann === true || isPrivate === true);
}

/** Whether an IP address is on the public internet and does not contain another address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || insideOfClouds.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  // Global unicast (RFC 4291); all other addresses are local, mapped, translated or not in use yet.
  return parsed.range() === 'unicast' && parsed.match(ipaddr.parse('2000::'), 3);
}

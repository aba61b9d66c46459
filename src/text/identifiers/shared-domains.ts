import hosts from './shared-domains.json' with { type: 'json' };

/**
 * Domains where many unrelated people and companies have an address or a page, so that they identify none of them.
 *
 * A domain is listed if anyone can get a mail address or a page there by signing up, and it really appears in the website
 * or email column of company lists. A company's own site is never listed, even if the company runs such a service
 * elsewhere. An entry is a host and covers its subdomains. Suffixes in the private part of the public suffix list
 * (github.io, wixsite.com …) are covered by that list.
 */

export const freeMailHosts: ReadonlySet<string> = new Set(hosts.freeMail);

/**
 * - `hosting`: web hosting, page builders, shop builders, blogs, link pages and short links
 * - `social`: social networks, video and messaging
 * - `portals`: marketplaces, shop guides, map and company directories, job portals: their pages are about a company, not its own
 */
export const sharedSiteHosts: ReadonlySet<string> = new Set([
  ...hosts.hosting,
  ...hosts.social,
  ...hosts.portals,
]);

/**
 * Suffixes in the private part of the public suffix list whose owners sell names as a registry does: a name below them
 * belongs to its buyer.
 */
export const registryLikeSuffixes: ReadonlySet<string> = new Set(hosts.registryLikeSuffixes);

import type { Config } from '../../src/config.ts';
import { corporateNumbers } from './corporate-numbers.ts';
import { createEdinetDocumentsFollower } from './edinet-documents.ts';
import type { AnyFollower } from './follower.ts';
import { createGbizinfoFollowers } from './gbizinfo.ts';
import { invoiceIssuers } from './invoice-issuers.ts';
import { createListFollower, edinetCodesList, exchangeSecuritiesList } from './list-follower.ts';
import { createAgencyFollower } from './tax-agency.ts';

/** By the variable of the key without which it is off. Of several registers, the first one. */
export const registerOfKey: Readonly<Record<Config['missingPublisherKeys'][number], string>> = {
  CORPORATE_NUMBERS_KEY: 'corporate-numbers',
  INVOICE_ISSUERS_KEY: 'invoice-issuers',
  EDINET_KEY: 'edinet-documents',
  GBIZINFO_KEY: 'gbizinfo',
};

/**
 * The followers of all publishers in the config, in the order in which their data joins: the register of corporate numbers
 * first, and the list of EDINET codes before the documents that use them.
 */
export function buildFollowers(publishers: Config['publishers']): AnyFollower[] {
  const { edinetCodes, exchangeList, edinet, gbizinfo } = publishers;
  return [
    publishers.corporateNumbers && createAgencyFollower(corporateNumbers, publishers.corporateNumbers),
    edinetCodes && createListFollower({ ...edinetCodesList, ...edinetCodes }),
    exchangeList && createListFollower({ ...exchangeSecuritiesList, ...exchangeList }),
    publishers.invoiceIssuers && createAgencyFollower(invoiceIssuers, publishers.invoiceIssuers),
    ...((gbizinfo && createGbizinfoFollowers(gbizinfo)) ?? []),
    edinet && createEdinetDocumentsFollower(edinet),
  ].filter((each) => each !== null);
}

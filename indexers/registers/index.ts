import { type LoadOptions, type LoadReport, load } from '../loading/load.ts';
import type { LoadKind } from '../loading/loader.ts';
import { edinetLoader } from './edinet/loader.ts';
import { gbizinfoLoader } from './gbizinfo/loader.ts';
import { jpxLoader } from './jpx/loader.ts';
import { jsonlLoader } from './jsonl/loader.ts';
import { ntaDiffLoader, ntaLoader } from './nta/loader.ts';

/** What there is to load, in one sentence each. */
export const loadKinds: Readonly<Record<LoadKind, string>> = {
  nta: 'Full file of the register of corporate numbers (National Tax Agency)',
  'nta-diff': 'Differential file of the register of corporate numbers',
  edinet: 'EDINET code list (Financial Services Agency)',
  jpx: 'List of issues of the Tokyo Stock Exchange',
  gbizinfo: 'One of the eight full files of gBizINFO (Ministry of Economy, Trade and Industry)',
  jsonl: 'Canonical JSON Lines: companies, observations, job postings, permits and more',
};

/** Loads one file of a kind. See `load`. */
export async function loadFile(kind: LoadKind, options: LoadOptions): Promise<LoadReport> {
  switch (kind) {
    case 'nta':
      return await load(ntaLoader, options);
    case 'nta-diff':
      return await load(ntaDiffLoader, options);
    case 'edinet':
      return await load(edinetLoader, options);
    case 'jpx':
      return await load(jpxLoader, options);
    case 'gbizinfo':
      return await load(gbizinfoLoader, options);
    case 'jsonl':
      return await load(jsonlLoader, options);
  }
}

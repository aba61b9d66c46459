import { type LoadOptions, type LoadReport, runLoad } from '../loading/load.ts';
import type { Loader } from '../loading/loader.ts';
import { edinetDocumentsLoader } from './edinet/documents.ts';
import { edinetLoader } from './edinet/loader.ts';
import { edinetFinancialsLoader } from './edinet-financials/loader.ts';
import { gbizinfoApiLoader } from './gbizinfo/api-loader.ts';
import { gbizinfoLoader } from './gbizinfo/loader.ts';
import { invoiceLoader } from './invoice/loader.ts';
import { jpxLoader } from './jpx/loader.ts';
import { jsonlLoader } from './jsonl/loader.ts';
import { ntaDiffLoader, ntaLoader } from './nta/loader.ts';
import { sudachiLoader } from './sudachi/loader.ts';

/**
 * Every kind of file that can be loaded, by the name of its command (`ops load <kind>`), in the order in which the files
 * of a folder are loaded. The register of corporate numbers and its changes come first: all other files are joined by
 * corporate number, and EDINET's names are compared with the register's current and former names. EDINET then gives the
 * number for each securities code, so that the exchange's list finds its companies instead of creating them. gBizINFO
 * comes after all sources that name companies. The register of invoice issuers follows, because its blanked states are kept
 * only of known corporations. The dictionary of synonyms names companies by the
 * names that all of these state. JSON Lines come last, because they are about existing companies.
 */
const loaders = {
  nta: ntaLoader,
  'nta-diff': ntaDiffLoader,
  edinet: edinetLoader,
  'edinet-documents': edinetDocumentsLoader,
  jpx: jpxLoader,
  gbizinfo: gbizinfoLoader,
  'gbizinfo-api': gbizinfoApiLoader,
  'edinet-financials': edinetFinancialsLoader,
  invoice: invoiceLoader,
  'sudachi-synonyms': sudachiLoader,
  jsonl: jsonlLoader,
} satisfies Readonly<Record<string, Loader>>;

export type LoadKind = keyof typeof loaders;

export const registers: Readonly<Record<LoadKind, Loader>> = loaders;
export const loadKinds = Object.keys(registers) as readonly LoadKind[];

/** Loads one file of a kind. See `load`. */
export async function loadFile(kind: LoadKind, options: LoadOptions): Promise<LoadReport> {
  return await runLoad(kind, registers[kind], options);
}

import type { HitRow } from '../../mappings/observations.ts';
import type { CompanySource } from '../facts/company-source.ts';

/** An observation in Postgres. */
export interface ObservationSource extends HitRow {
  readonly type: string;
  readonly subtype: string | null;
  readonly summary: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly version: number;
}

/** The company of an observation, with a field that the company index lacks. */
export interface ObservedCompany extends CompanySource {
  /** The industry names that EDINET uses for its filers. */
  readonly statedIndustries: readonly string[];
}

/** Observations and their companies, by id. */
export interface ObservationPage {
  readonly observations: readonly ObservationSource[];
  readonly companies: ReadonlyMap<string, ObservedCompany>;
}

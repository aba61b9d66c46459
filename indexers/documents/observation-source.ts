import type { CompanySource } from '../facts/company-source.ts';

/** An observation in Postgres. */
export interface ObservationSource {
  readonly observationId: string;
  readonly companyId: string;
  readonly type: string;
  readonly subtype: string | null;
  readonly source: string;
  readonly summary: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly confidence: number;
  /** Milliseconds since 1970. */
  readonly observedAt: number;
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

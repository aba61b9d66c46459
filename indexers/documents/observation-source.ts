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

/** The company of an observation, with what the company index does not hold of it. */
export interface ObservedCompany extends CompanySource {
  /** As EDINET names its filers' industries. */
  readonly statedIndustries: readonly string[];
}

/** Observations and their companies, by id. */
export interface ObservationPage {
  readonly observations: readonly ObservationSource[];
  readonly companies: ReadonlyMap<string, ObservedCompany>;
}

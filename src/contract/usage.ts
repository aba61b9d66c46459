/** What an account used in a day or month of Asia/Tokyo; batch items are counted one by one. */
export interface UsageTotals {
  /** Search, suggest and heavy requests. */
  readonly requests: number;
  /** Company searches: what the search quota counts. */
  readonly searches: number;
  readonly heavy: number;
  /** 1 for each company search (specification, "Credit model"). */
  readonly request_credits: number;
  /** Always 0: no company search costs operation credits. */
  readonly operation_credits: number;
}

export interface QuotaState {
  /** null is without limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly resets_at: string;
}

export interface UsageAnswer {
  readonly ok: true;
  readonly time_zone: 'Asia/Tokyo';
  readonly day: UsageTotals & { readonly date: string; readonly search_quota: QuotaState };
  readonly month: UsageTotals & { readonly month: string; readonly search_quota: QuotaState };
  /** The days of this month with usage, in order. */
  readonly days: readonly (UsageTotals & { readonly date: string })[];
  readonly rates: {
    readonly search: { readonly limit: number | null; readonly window_seconds: 60 };
    readonly heavy: { readonly limit: number | null; readonly window_seconds: 60 };
  };
  readonly cost_per_company_search: { readonly request_credits: 1; readonly operation_credits: 0 };
}

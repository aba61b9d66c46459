/** Everything that Postgres has about one company. Days are `YYYY-MM-DD`, times ISO 8601. */
export interface ProfileRecord {
  readonly company_id: string;
  readonly corporate_number: string | null;
  readonly status: string;
  readonly closed_on: string | null;
  readonly close_cause: string | null;
  readonly assigned_on: string | null;
  readonly register_updated_on: string | null;
  readonly updated_at: Date;
  /** The source of this row for companies the register lacks. */
  readonly stated_by: string | null;
  readonly stated_on: string | null;
  readonly successor_corporate_number: string | null;
  readonly successor_source: string | null;
  readonly names: readonly ({
    readonly kind: string;
    readonly name: string;
    readonly filed_from: string | null;
    readonly filed_to: string | null;
  } & StatedPeriod)[];
  readonly name_aliases: readonly {
    readonly alias: string;
    readonly alias_kind: string | null;
    readonly exclusive: boolean;
    readonly language: string | null;
    readonly source: string;
    readonly source_url: string | null;
    readonly stated_on: string | null;
  }[];
  readonly identifiers: readonly ({
    readonly identifier_type: string;
    readonly value: string;
  } & StatedPeriod)[];
  readonly aliases: readonly string[];
  readonly listings: readonly {
    readonly exchange: string;
    readonly code: string;
    readonly security_kind: string;
    readonly short_name: string | null;
    readonly market_segment: string | null;
    readonly industry_33_code: string | null;
    readonly size_class: string | null;
    readonly listed_from: string | null;
    readonly listed_to: string | null;
    readonly as_of: string;
  }[];
  /** The newest value of each field. */
  readonly values: readonly ({ readonly field: string; readonly value: unknown } & Observed)[];
  /** The statement about its parent that counts. */
  readonly parent: ({ readonly value: unknown } & Observed) | null;
  readonly addresses: readonly {
    readonly kind: string;
    readonly prefecture: string | null;
    readonly city: string | null;
    readonly street: string | null;
    readonly postal_code: string | null;
    readonly source: string;
    readonly valid_from: string | null;
    readonly stated_on: string | null;
  }[];
  readonly technologies: readonly ({ readonly technology: string } & Observed)[];
  /** The newest year of each metric. */
  readonly financials: readonly ({
    readonly metric: string;
    readonly value: number;
    readonly fiscal_year: number;
  } & Observed)[];
}

/** What people compare about a company, in addition to its summary and head office. */
export interface ComparedRecord
  extends Pick<ProfileRecord, 'company_id' | 'closed_on' | 'close_cause' | 'names' | 'name_aliases'> {
  readonly observations: number;
}

interface StatedPeriod {
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly source: string;
  readonly stated_on: string | null;
}

export interface Observed {
  readonly source: string;
  readonly observed_at: string | null;
}

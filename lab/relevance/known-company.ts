export type NameKind = 'legal' | 'trade' | 'english' | 'kana' | 'former';

/** The data of a company from which queries are made. */
export interface KnownCompany {
  readonly companyId: string;
  readonly status: string;
  readonly corporateNumber: string | null;
  readonly names: readonly { readonly kind: NameKind; readonly name: string }[];
  /** Codes of current listings. */
  readonly securitiesCodes: readonly string[];
  readonly edinetCodes: readonly string[];
  readonly domains: readonly string[];
  readonly aliases: readonly string[];
}

export function namesOfKind(company: KnownCompany, kind: NameKind): string[] {
  return company.names.filter((name) => name.kind === kind).map(({ name }) => name);
}

import type { ClientBase } from 'pg';
import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import type { CompanyRow } from '../facts/index.ts';
import { type GivenNumber, giveCorporateNumbers, joinRecords } from './join-records.ts';
import { companiesByCode, companiesById, companiesByNumber, type KnownCompany } from './known-companies.ts';

/** The identifiers by which a row names its company; at least one is given. The code is in its stored form. */
export interface Claim {
  readonly corporateNumber: string | null;
  readonly securitiesCode: string | null;
  readonly companyId?: string | null;
}

/** A claim with its source and, if known, its day. */
export interface StatedClaim extends Claim {
  readonly statedBy: ObservationSource;
  readonly statedOn: string | null;
}

/** The companies that the rows of a chunk name: those in the database and those that the chunk itself creates. */
export class Identities {
  readonly #byNumber: Map<string, KnownCompany>;
  readonly #byCode: Map<string, KnownCompany>;
  readonly #byId: Map<string, KnownCompany>;

  private constructor(
    byNumber: Map<string, KnownCompany>,
    byCode: Map<string, KnownCompany>,
    byId: Map<string, KnownCompany>,
  ) {
    this.#byNumber = byNumber;
    this.#byCode = byCode;
    this.#byId = byId;
  }

  /**
   * Looks the companies up with one query per kind of identifier. A claim with both a number and a code also shows that a
   * record made only from the exchange's list is this company. Such records are joined here.
   */
  static async of(client: ClientBase, claims: readonly StatedClaim[]): Promise<Identities> {
    const given = (value: (claim: Claim) => string | null | undefined) => [
      ...new Set(claims.map(value).filter((each) => each !== null && each !== undefined)),
    ];
    const identities = new Identities(
      await companiesByNumber(
        client,
        given((claim) => claim.corporateNumber),
      ),
      await companiesByCode(client, given((claim) => claim.securitiesCode).flatMap(codeAndBase)),
      await companiesById(
        client,
        given((claim) => claim.companyId),
      ),
    );
    await identities.#join(client, claims);
    return identities;
  }

  /** The corporate number decides, then the code; a preferred share (25935) is a security of its company (2593). */
  find({ corporateNumber, securitiesCode, companyId }: Claim): KnownCompany | undefined {
    if (corporateNumber !== null) {
      const company = this.#byNumber.get(corporateNumber);
      if (company !== undefined) return company;
    }
    if (companyId !== null && companyId !== undefined) return this.#byId.get(companyId);
    const owner = securitiesCode === null ? undefined : this.#ownerOf(securitiesCode);
    // The code now belongs to another company than the one that has it in the database.
    return corporateNumber !== null && owner?.corporateNumber ? undefined : owner;
  }

  /** Adds a company, so that later rows can name it. */
  add(company: KnownCompany, securitiesCode: string | null): void {
    this.#byId.set(company.companyId, company);
    if (company.corporateNumber !== null) this.#byNumber.set(company.corporateNumber, company);
    if (securitiesCode !== null) this.#byCode.set(securitiesCode, company);
  }

  #ownerOf(code: string): KnownCompany | undefined {
    for (const each of codeAndBase(code)) {
      const company = this.#byCode.get(each);
      if (company !== undefined) return company;
    }
    return undefined;
  }

  async #join(client: ClientBase, claims: readonly StatedClaim[]): Promise<void> {
    const pairs: { from: string; into: string }[] = [];
    const numbered: GivenNumber[] = [];
    for (const { corporateNumber, securitiesCode, statedBy, statedOn } of claims) {
      if (corporateNumber === null || securitiesCode === null) continue;
      const owner = this.#ownerOf(securitiesCode);
      if (owner === undefined || owner.corporateNumber !== null) continue;
      const registered = this.#byNumber.get(corporateNumber);
      if (registered === undefined)
        numbered.push({ companyId: owner.companyId, corporateNumber, statedBy, statedOn });
      else pairs.push({ from: owner.companyId, into: registered.companyId });
      this.#replace(owner, registered ?? { ...owner, corporateNumber });
    }
    await giveCorporateNumbers(client, numbered);
    await joinRecords(client, pairs);
  }

  #replace(from: KnownCompany, into: KnownCompany): void {
    for (const known of [this.#byCode, this.#byId]) {
      for (const [key, company] of known) if (company === from) known.set(key, into);
    }
    if (into.corporateNumber !== null) this.#byNumber.set(into.corporateNumber, into);
  }
}

function codeAndBase(code: string): string[] {
  return code.length === 5 ? [code, code.slice(0, 4)] : [code];
}

/** The id that a company gets when it is first seen (docs/decisions/0001-identity.md). */
export function firstCompanyId({ corporateNumber, securitiesCode }: Claim): string | null {
  if (corporateNumber !== null) return `cn_${corporateNumber}`;
  return securitiesCode === null ? null : `tse_${securitiesCode.slice(0, 4)}`;
}

/** A company of which only the identity is known yet. */
export function unnamedCompany(companyId: string, claim: Claim): KnownCompany {
  return {
    companyId,
    corporateNumber: claim.corporateNumber,
    kind: null,
    status: 'active',
    hidden: false,
    nameImageId: null,
    assignedOn: null,
    registerUpdatedOn: null,
    legalName: null,
  };
}

/** The row of a company that the register lacks. */
export function unregisteredRow(
  { companyId, corporateNumber }: KnownCompany,
  kind: CompanyRow['kind'],
  { statedBy, statedOn }: Pick<StatedClaim, 'statedBy' | 'statedOn'>,
): CompanyRow {
  return {
    company_id: companyId,
    corporate_number: corporateNumber,
    kind,
    status: 'active',
    closed_on: null,
    close_cause: null,
    hidden: false,
    name_image_id: null,
    assigned_on: null,
    register_updated_on: null,
    stated_by: statedBy,
    stated_on: statedOn,
  };
}

import type { ClientBase } from 'pg';
import type { ObservationSource } from '../../../src/contract/observations/vocabulary.ts';
import type { CompanyRow } from '../../facts/index.ts';
import { type GivenNumber, giveCorporateNumbers, joinRecords } from './join-records.ts';
import {
  type KnownCompany,
  readCompaniesByCode,
  readCompaniesByCompanyId,
  readCompaniesByNumber,
} from './known-companies.ts';

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

  private constructor(known: Record<'byNumber' | 'byCode' | 'byId', Map<string, KnownCompany>>) {
    this.#byNumber = known.byNumber;
    this.#byCode = known.byCode;
    this.#byId = known.byId;
  }

  /**
   * Looks the companies up with one query per kind of identifier. A claim with both a number and a code also shows that a
   * record made only from the exchange's list is this company. Such records are joined here.
   */
  static async lookUp(client: ClientBase, claims: readonly StatedClaim[]): Promise<Identities> {
    const collectGiven = (key: keyof Claim) => [
      ...new Set(claims.map((claim) => claim[key]).filter((value) => value !== null && value !== undefined)),
    ];
    const identities = new Identities({
      byNumber: await readCompaniesByNumber(client, collectGiven('corporateNumber')),
      byCode: await readCompaniesByCode(client, collectGiven('securitiesCode').flatMap(getCodeAndBase)),
      byId: await readCompaniesByCompanyId(client, collectGiven('companyId')),
    });
    await identities.#joinUnregistered(client, claims);
    return identities;
  }

  /** The corporate number decides, then the code; a preferred share (25935) is a security of its company (2593). */
  findCompany({ corporateNumber, securitiesCode, companyId }: Claim): KnownCompany | undefined {
    if (corporateNumber !== null) {
      const company = this.#byNumber.get(corporateNumber);
      if (company !== undefined) return company;
    }
    if (companyId !== null && companyId !== undefined) return this.#byId.get(companyId);
    const owner = (securitiesCode && this.#findOwner(securitiesCode)) || undefined;
    // The code now belongs to another company than the one that has it in the database.
    if (corporateNumber !== null && owner?.corporateNumber) return undefined;
    return owner;
  }

  /**
   * Adds the company of a claim that names none yet, so that later rows can name it. Only its identity is known.
   * @throws TypeError for a claim with neither number nor code
   */
  createCompany(claim: Claim, legalName: KnownCompany['legalName'] = null): KnownCompany {
    const { corporateNumber, securitiesCode } = claim;
    const company: KnownCompany = {
      companyId: buildFirstCompanyId(claim),
      corporateNumber,
      kind: null,
      status: 'active',
      hidden: false,
      nameImageId: null,
      assignedOn: null,
      registerUpdatedOn: null,
      registerProcess: null,
      legalName,
    };
    this.#byId.set(company.companyId, company);
    if (corporateNumber !== null) this.#byNumber.set(corporateNumber, company);
    if (securitiesCode !== null) this.#byCode.set(securitiesCode, company);
    return company;
  }

  #findOwner(code: string): KnownCompany | undefined {
    const [whole = code, base = code] = getCodeAndBase(code);
    return this.#byCode.get(whole) ?? this.#byCode.get(base);
  }

  async #joinUnregistered(client: ClientBase, claims: readonly StatedClaim[]): Promise<void> {
    const pairs: { from: string; into: string }[] = [];
    const numbered: GivenNumber[] = [];
    for (const { corporateNumber, securitiesCode, statedBy, statedOn } of claims) {
      if (corporateNumber === null || securitiesCode === null) continue;
      const owner = this.#findOwner(securitiesCode);
      if (owner === undefined || owner.corporateNumber !== null) continue;
      const registered = this.#byNumber.get(corporateNumber);
      if (registered === undefined)
        numbered.push({ companyId: owner.companyId, corporateNumber, statedBy, statedOn });
      else pairs.push({ from: owner.companyId, into: registered.companyId });
      this.#replaceCompany(owner, registered ?? { ...owner, corporateNumber });
    }
    await giveCorporateNumbers(client, numbered);
    await joinRecords(client, pairs);
  }

  #replaceCompany(from: KnownCompany, into: KnownCompany): void {
    for (const known of [this.#byCode, this.#byId]) {
      for (const [key, company] of known) if (company === from) known.set(key, into);
    }
    if (into.corporateNumber !== null) this.#byNumber.set(into.corporateNumber, into);
  }
}

function getCodeAndBase(code: string): string[] {
  if (code.length === 5) return [code, code.slice(0, 4)];
  return [code];
}

/** The id that a company gets when it is first seen (docs/decisions/0001-identity.md). */
function buildFirstCompanyId({ corporateNumber, securitiesCode }: Claim): string {
  if (corporateNumber !== null) return `cn_${corporateNumber}`;
  if (securitiesCode === null) throw new TypeError('a company without number and code');
  return `tse_${securitiesCode.slice(0, 4)}`;
}

/** The row of a company that the register lacks. */
export function buildUnregisteredRow(
  { companyId, corporateNumber }: KnownCompany,
  kind: CompanyRow['kind'],
  { statedBy, statedOn }: Pick<StatedClaim, 'statedBy' | 'statedOn'>,
): CompanyRow {
  return {
    company_id: companyId,
    corporate_number: corporateNumber,
    kind,
    status: 'active',
    hidden: false,
    stated_by: statedBy,
    stated_on: statedOn,
  };
}

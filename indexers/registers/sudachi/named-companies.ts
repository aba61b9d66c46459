import type { ClientBase } from 'pg';
import { type NameKeys, toNameKeys } from '../../../src/text/names/names.ts';

/** A company that has one of the names. */
interface Holder {
  readonly companyId: string;
  readonly kind: 'legal' | 'trade' | 'former' | 'english';
  readonly active: boolean;
  /** Whether it has a securities code or files with EDINET. */
  readonly known: boolean;
  readonly keys: NameKeys;
}

export interface NamedCompany extends Pick<Holder, 'companyId' | 'known'> {
  /** Whether the text is its legal name today, letter by letter. */
  readonly inLetters: boolean;
}

const rowsAtOnce = 5_000;

/** The companies of the database that have the names of a dictionary. */
export class NamedCompanies {
  readonly #byLoose: Map<string, Holder[]>;

  private constructor(byLoose: Map<string, Holder[]>) {
    this.#byLoose = byLoose;
  }

  /** Reads all names of the database once: no column has the keys by which they are compared. In a transaction. */
  static async find(client: ClientBase, texts: readonly string[]): Promise<NamedCompanies> {
    const byLoose = new Map(texts.map((text) => [toNameKeys(text).loose, [] as Holder[]]));
    await client.query(`DECLARE names NO SCROLL CURSOR FOR
      SELECT n.company_id, n.kind, n.name, c.status = 'active' AS active, f.company_id IS NOT NULL AS known
      FROM company_names n JOIN companies c USING (company_id)
        LEFT JOIN (SELECT DISTINCT company_id FROM company_identifiers
          WHERE identifier_type <> 'domain' AND valid_to IS NULL) AS f USING (company_id)
      WHERE n.kind <> 'kana' AND NOT c.hidden`);
    for (;;) {
      const { rows } = await client.query<{
        company_id: string;
        kind: Holder['kind'];
        name: string;
        active: boolean;
        known: boolean;
      }>(`FETCH ${rowsAtOnce} FROM names`);
      if (rows.length === 0) break;
      for (const { company_id: companyId, name, ...row } of rows) {
        const keys = toNameKeys(name);
        byLoose.get(keys.loose)?.push({ companyId, ...row, keys });
      }
    }
    await client.query('CLOSE names');
    return new NamedCompanies(byLoose);
  }

  /**
   * The companies that a text names by the strongest rule by which it names any: today's legal name in its letters, in another
   * spelling, another name of today, an earlier one, or a name of a company that has ended.
   */
  listNamed(text: string): NamedCompany[] {
    const { core, loose } = toNameKeys(text);
    const holders = this.#byLoose.get(loose) ?? [];
    const active = holders.filter((holder) => holder.active);
    const legal = active.filter(({ kind }) => kind === 'legal');
    const levels = [
      legal.filter(({ keys }) => keys.core === core),
      legal,
      active.filter(({ kind }) => kind !== 'former'),
      active,
      holders,
    ];
    const at = levels.findIndex((level) => level.length > 0);
    const found = levels[at] ?? [];
    const byId = new Map(
      found.map(({ companyId, known }) => [companyId, { companyId, known, inLetters: at === 0 }]),
    );
    return [...byId.values()];
  }

  /** Whether an active company other than this one has the text as its legal name, apart from the legal form. */
  isNameOfAnother(companyId: string, text: string): boolean {
    const { core, loose } = toNameKeys(text);
    return (this.#byLoose.get(loose) ?? []).some(
      (holder) =>
        holder.active &&
        holder.kind === 'legal' &&
        holder.keys.core === core &&
        holder.companyId !== companyId,
    );
  }

  /** Whether the company has the text as a name, in whatever spelling, and needs no alias for it. */
  hasName(companyId: string, text: string): boolean {
    const { loose } = toNameKeys(text);
    return (this.#byLoose.get(loose) ?? []).some((holder) => holder.companyId === companyId);
  }
}

import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import type { ErrorCode, FieldFault } from '../../../contract/errors.ts';
import {
  type Decision,
  type DecisionAction,
  type Remembering,
  rowMarks,
} from '../../../contract/sources/decisions.ts';
import type { SourceCandidate } from '../../../contract/sources/source-row.ts';
import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { parseCompanyId } from '../../../text/identifiers/identifiers.ts';
import {
  type ApplyTo,
  type CheckedDecision,
  type ChoiceToRemember,
  type NamedRow,
  noCompanyId,
} from '../records/decision.ts';

/** Whether decisions fit the rows, and what they mean for each (docs/sources.md#decisions). */

/** A decision as a person made it. */
export interface AskedDecision {
  readonly row: string | number;
  readonly action: DecisionAction;
  readonly companyId: string | undefined;
  readonly why: string | undefined;
  readonly applyTo: ApplyTo;
  /** The mapping with which the row was resolved when it was shown; undefined: any. */
  readonly mappingVersion?: number | undefined;
  /** The decision in force when the row was shown; undefined: any. */
  readonly shownDecision?: Decision['shownDecision'];
  /** Undefined: as usual. */
  readonly remember: Remembering | undefined;
  /** Whether a company that the row already has is remembered, too. */
  readonly rememberAgain: boolean;
  /** The path of one of its fields for faults. */
  path(field: 'row' | 'companyId' | 'applyTo' | 'remember' | 'mappingVersion'): string;
}

export interface DecisionFault extends FieldFault {
  readonly code: ErrorCode;
  /** The row, if its state is the fault. */
  readonly row?: string;
}

/** The name in a row. */
export interface RowsName {
  readonly written: string;
  /** Under which choices for the name are stored, in hexadecimal digits. */
  readonly key: string;
}

/** What is known about the rows and companies that decisions name. */
export interface DecisionFacts {
  rowOf(reference: string | number): NamedRow | undefined;
  /** By given text, the company. Unknown companies are absent. */
  readonly companies: ReadonlyMap<string, CompanySummary>;
  nameOf(row: NamedRow): RowsName | null;
  /** The current mapping of the source. */
  readonly mappingVersion: number;
}

const maxQuoted = 50;

/** Why a text names no company. */
export function unknownCompany(text: string): string {
  const quoted = `"${text.length <= maxQuoted ? text : `${text.slice(0, maxQuoted)}…`}"`;
  const number = parseCorporateNumber(text);
  const id = parseCompanyId(text);
  if (number.ok || id.ok) return `no loaded company has the id or number ${quoted}`;
  if (/^cn_/i.test(text)) return `${quoted} is no company_id. ${id.message}`;
  return `${quoted} is neither a company_id nor a corporate number. ${number.message}`;
}

/** One decision, its row, and what it does. */
export interface CheckedAsked {
  readonly row: NamedRow;
  readonly checked: CheckedDecision;
  readonly remembered: ChoiceToRemember | null;
}

export interface CheckedDecisions {
  readonly faults: readonly DecisionFault[];
  readonly decisions: readonly CheckedAsked[];
}

/** All faults of all decisions, or what each does. */
export function checkDecisions(asked: readonly AskedDecision[], facts: DecisionFacts): CheckedDecisions {
  const faults: DecisionFault[] = [];
  const decisions: CheckedAsked[] = [];
  const namedBefore = new Map<string, AskedDecision>();
  const alikeBefore: AlikeBefore = { keys: new Map(), names: new Map(), ofNames: new Map() };
  const alwaysBefore = new Map<string, { company: string; by: AskedDecision }>();
  for (const [place, each] of asked.entries()) {
    const found = faults.length;
    const fault = (field: Parameters<AskedDecision['path']>[0], code: ErrorCode, message: string) =>
      faults.push({ field: each.path(field), code, message });
    const row = facts.rowOf(each.row);
    const company = each.companyId === undefined ? undefined : facts.companies.get(each.companyId);
    if (each.companyId !== undefined && !company)
      fault('companyId', 'company_not_found', unknownCompany(each.companyId));
    if (!row) {
      fault('row', 'source_row_not_found', 'is not a row of the source');
      continue;
    }
    const twice = namedBefore.get(row.source_row_id);
    if (twice) fault('row', 'invalid_request', `is decided by ${twice.path('row')} too`);
    namedBefore.set(row.source_row_id, each);
    const chosen = company?.company_id ?? null;
    const state = stateFault(row, each.action, chosen) ?? unseenFault(row, each, chosen);
    if (state !== null && !(each.action === 'choose' && !company))
      faults.push({
        field: each.path('row'),
        code: 'source_row_not_selectable',
        message: state,
        row: row.source_row_id,
      });
    else if (each.mappingVersion !== undefined && each.mappingVersion !== row.mapping_version)
      fault(
        'mappingVersion',
        'source_row_changed',
        `row ${row.row_number} was resolved again since it was shown; its mapping_version is ${row.mapping_version}`,
      );
    const unknown = each.applyTo === 'row' ? null : unknownAlikeFault(row, each, facts.mappingVersion);
    if (unknown !== null) fault('applyTo', 'invalid_request', unknown);
    else {
      const other = decidesForSame(row, each, alikeBefore);
      if (other) fault('applyTo', 'invalid_request', `${other.path('applyTo')} decides for the same rows`);
    }
    const name = facts.nameOf(row);
    const usual = each.action === 'choose' ? 'suggest' : 'no';
    const remember = each.remember ?? usual;
    const mark = rowMarks.find((one) => one === each.action);
    const meant = mark === undefined ? chosen : noCompanyId;
    if (remember === 'always' && name === null)
      fault('remember', 'invalid_request', 'must not be always: the row has no name');
    if (remember === 'always' && name !== null && meant !== null) {
      const other = alwaysBefore.get(name.key);
      if (other && (other.company !== meant || other.by.action !== each.action))
        fault(
          'remember',
          'invalid_request',
          `${other.by.path('remember')} remembers something else for this name`,
        );
      alwaysBefore.set(name.key, { company: meant, by: each });
    }
    if (faults.length > found) continue;
    const own = !isAlready(row, each.action, chosen);
    const isRemembered = remember !== 'no' && (own || each.rememberAgain);
    const remembered =
      isRemembered && name !== null && meant !== null
        ? {
            name_key: name.key,
            company_id: meant,
            ...(mark && { mark }),
            name: name.written,
            always: remember === 'always',
            source_row_id: row.source_row_id,
          }
        : null;
    decisions.push({
      row,
      checked: {
        place,
        row_id: row.source_row_id,
        action: each.action,
        company_id: chosen,
        candidate: company ? chosenCandidate(company) : null,
        own,
        apply_to: each.applyTo,
        why: each.why ?? null,
        name_key: remembered !== null || each.action === 'reopen' ? (name?.key ?? null) : null,
      },
      remembered,
    });
  }
  return { faults, decisions };
}

function isAlready(row: NamedRow, action: DecisionAction, chosen: string | null): boolean {
  if (action === 'choose') return row.canonical_id === chosen;
  return row.decision === action;
}

/** Decisions before, by what makes rows like their row. */
interface AlikeBefore {
  /** Decisions for rows that say the same, by their key. */
  readonly keys: Map<string, AskedDecision>;
  /** Decisions for rows with the same name, by its key. */
  readonly names: Map<string, AskedDecision>;
  /** Decisions for rows that say the same, by the key of their name. */
  readonly ofNames: Map<string, AskedDecision>;
}

/** An earlier decision for some of the rows for which this one is; rows that say the same have the same name. */
function decidesForSame(
  { same_key, same_name_key: name }: NamedRow,
  each: AskedDecision,
  { keys, names, ofNames }: AlikeBefore,
): AskedDecision | undefined {
  const ofName = name === null ? undefined : names.get(name);
  if (each.applyTo === 'same' && same_key !== null) {
    const other = keys.get(same_key) ?? ofName;
    keys.set(same_key, each);
    if (name !== null) ofNames.set(name, each);
    return other;
  }
  if (each.applyTo !== 'same_name' || name === null) return undefined;
  names.set(name, each);
  return ofName ?? ofNames.get(name);
}

/**
 * Why it is not known which rows say the same or have the same name; null if it is. What is undone was decided with the
 * row's own mapping.
 */
function unknownAlikeFault(
  row: NamedRow,
  { applyTo, action }: AskedDecision,
  mappingVersion: number,
): string | null {
  if (row.same_key === null) return 'must be row: the row is not resolved, so rows like it are not known';
  const undoes = action === 'reopen' || action === 'take_back';
  if (!undoes && row.mapping_version !== mappingVersion)
    return 'must be row: the row was resolved with an earlier mapping, so rows like it are not known; resolve the source first';
  if (applyTo === 'same_name' && row.same_name_key === null)
    return 'must not be same_name: the row has no name, or was resolved before names were compared; to compare them, map the source again and resolve it';
  return null;
}

/** Why the row's state does not allow the action; null if it does, or if the row already is as decided. */
function stateFault(row: NamedRow, action: DecisionAction, chosen: string | null): string | null {
  const { resolve_status, company_id, decision, skipped } = row;
  const name = `row ${row.row_number}`;
  if (action === 'reopen') {
    if (resolve_status === 'matched') return null;
    const instead = decision === null ? '' : '; take_back undoes its decision';
    return `${name} is ${resolve_status}, and only a matched row can be reopened${instead}`;
  }
  if (action === 'take_back') {
    if (skipped || (decision !== null && decision !== 'chosen')) return null;
    const instead = resolve_status === 'matched' ? '; reopen undoes a match' : '';
    return `${name} is not marked as none_of_these or not_a_company, and not skipped${instead}`;
  }
  if (action === 'skip') {
    if (resolve_status === 'matched') return `${name} is already matched to ${company_id}`;
    if (decision === null) return null;
    return `${name} is already marked as ${decision}`;
  }
  if (resolve_status !== 'matched' || isAlready(row, action, chosen)) return null;
  return `${name} is already matched to ${company_id}; reopen it first`;
}

/** Another decision than the one that the person saw; null if it is the same, or what the person asks for. */
function unseenFault(
  row: NamedRow,
  { action, shownDecision: shown }: AskedDecision,
  chosen: string | null,
): string | null {
  if (shown === undefined || shown === row.decision || isAlready(row, action, chosen)) return null;
  const now = row.decision === null ? 'its decision was taken back' : `its decision is now ${row.decision}`;
  return `row ${row.row_number} was decided again since it was shown; ${now}`;
}

/** A company that was not a candidate of the row. */
function chosenCandidate(company: CompanySummary): SourceCandidate {
  return {
    company_id: company.company_id,
    display_name: company.display_name,
    legal_name: company.legal_name,
    prefecture: company.prefecture,
    city: company.city,
    listing_status: company.listing_status,
    status: company.status,
    superseded_by: null,
    named_as: null,
    matched_by: [
      {
        stage: 'chosen_by_hand',
        field: 'company_id',
        value: company.company_id,
        rule: 'chosen_by_hand',
        strength: 'exact',
      },
    ],
    previously_selected: false,
  };
}

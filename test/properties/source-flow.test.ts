import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../src/contract/errors.ts';
import {
  type DecisionAction,
  decisionActions,
  type SourceDecisionsBody,
} from '../../src/contract/sources/decisions.ts';
import { sentChoices } from '../../src/features/sources/decisions/sent-choices.ts';
import type { KeyedAnswer } from '../../src/idempotency/idempotency.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { newAccount } from '../support/credits.ts';
import { seed, size } from '../support/size.ts';
import { type SourceParts, sourceParts, uploaded } from '../support/source-parts.ts';
import { type SourceSuite, sourceSuite } from '../support/sources.ts';

// Random sequences of import, map with and without hints, resolve, select, decisions (alone, in a table, two at once),
// skips, accepted reasons, whole calls undone, remembered and forgotten choices and deletion, with repeated keys, too few credits and a failing
// engine, against the real database; a model in memory says what rows, ledger and replays must be.

let suite: SourceSuite;
beforeAll(async () => {
  suite = await sourceSuite();
});
afterAll(() => suite.end());

type Outcome =
  | { readonly status: 'matched'; readonly company: number; readonly free?: true }
  | { readonly status: 'multiple_candidates' | 'invalid'; readonly candidates: readonly number[] }
  | { readonly status: 'not_found' };

interface Kind {
  readonly name: string;
  readonly number: string;
  /** In the column of an earlier export. */
  readonly own?: string;
  /** A hint. */
  readonly place?: string;
  /** Its outcome when only names are mapped, when names and numbers are mapped, and with the hint beside these. */
  readonly byName: Outcome;
  readonly byBoth: Outcome;
  readonly byPlace?: Outcome;
  /** All candidates, if another person took back the one that settled the row. */
  readonly all?: readonly number[];
}

type Mapping = 'none' | 'name' | 'both' | 'place';

const matched = (company: number): Outcome => ({ status: 'matched', company });
const several = (...candidates: number[]): Outcome => ({ status: 'multiple_candidates', candidates });
const invalid = (...candidates: number[]): Outcome => ({ status: 'invalid', candidates });
const free = (company: number): Outcome => ({ status: 'matched', company, free: true });
const notFound: Outcome = { status: 'not_found' };
const wrongDigit = `${(Number(corporateNumber(5)[0]) % 9) + 1}${corporateNumber(5).slice(1)}`;
const strange = '誰も知らない株式会社';
/** Its only candidate can be accepted for all rows at once. */
const acceptable = { name: '株式会社旧名堂', reason: 'only_form_at_other_end' };
const tokyo = '東京都';

const kinds: readonly Kind[] = [
  { name: '株式会社孤立電機', number: '', byName: matched(5), byBoth: matched(5) },
  { name: '株式会社同名商事', number: '', byName: several(3, 4), byBoth: several(3, 4) },
  { name: strange, number: corporateNumber(1), byName: notFound, byBoth: several(1) },
  { name: '', number: corporateNumber(5), byName: notFound, byBoth: matched(5) },
  { name: '架空自動車', number: wrongDigit, byName: several(1, 2), byBoth: invalid(1, 2) },
  { name: '株式会社閉店堂', number: '', own: idOf(6), byName: several(6, 7), byBoth: several(6, 7) },
  { name: '表の名前', number: wrongDigit, own: idOf(6), byName: free(6), byBoth: invalid(6) },
  { name: '', number: '', byName: notFound, byBoth: notFound },
  { name: acceptable.name, number: '', byName: several(8), byBoth: several(8) },
  {
    name: '株式会社同名商事',
    number: '',
    place: tokyo,
    byName: several(3, 4),
    byBoth: several(3, 4),
    byPlace: matched(3),
    all: [3, 4],
  },
  {
    name: '株式会社同名商事',
    number: corporateNumber(3),
    byName: several(3, 4),
    byBoth: matched(3),
    all: [3, 4],
  },
];

/** Companies that are in another prefecture than `tokyo`. */
const elsewhere = [2, 4, 8];

interface ModelRow {
  readonly kind: Kind;
  status: string;
  company: number | null;
  candidates: readonly number[];
  paid: boolean;
  /** The mapping with which it was resolved. */
  mapping: number;
  /** Equal for rows that say the same; null before the row is resolved. */
  key: string | null;
  decision: 'chosen' | 'none_of_these' | 'not_a_company' | null;
  /** What undoing the decision returns to. */
  undecided: Pick<ModelRow, 'status' | 'candidates'> | null;
  /** Companies that a person took back. */
  rejected: readonly number[];
  skipped: boolean;
  /** The call that last decided about it. */
  decidedIn: number | null;
}

interface ModelSource {
  readonly id: string;
  readonly rows: ModelRow[];
  readonly rowIds: readonly string[];
  mapping: Mapping;
  /** How often it was mapped. */
  mappings: number;
  /** The calls that changed rows. */
  readonly batches: ModelBatch[];
}

interface ModelBatch {
  readonly id: string;
  /** The number of the call. */
  readonly call: number;
  /** Rows that it did not only reopen or take back. */
  readonly decided: readonly ModelRow[];
  /** Those of them that it skipped. */
  readonly skipped: readonly ModelRow[];
}

/** What the service should store for one account. */
class Model {
  readonly sources: ModelSource[] = [];
  readonly answers = new Map<string, { readonly body: object; readonly meaning: string }>();
  balance: number;
  charged = 0;
  /** Paid rows of sources that were deleted. */
  paidAndGone = 0;
  calls = 0;
  /** The choice for the strange name, which its name alone does not find: always company 1. */
  remembered: { readonly row: ModelRow; readonly madeIn: number; readonly always: boolean } | null = null;

  constructor(credits: number) {
    this.balance = credits;
  }

  /** Rows that a resolve would change, with their outcomes. */
  planned(source: ModelSource): Map<ModelRow, Outcome> {
    const open = source.rows.filter(
      ({ status, mapping, decision }) =>
        decision === null &&
        (status === 'unresolved' ||
          status === 'not_found' ||
          (status !== 'matched' && mapping < source.mappings)),
    );
    return new Map(open.map((row) => [row, notRejected(this.outcome(row.kind, source.mapping), row)]));
  }

  private outcome(kind: Kind, mapping: Mapping): Outcome {
    const { byName, byBoth, byPlace = byBoth } = kind;
    const outcome = mapping === 'place' ? byPlace : mapping === 'both' ? byBoth : byName;
    if (kind.name !== strange || !this.remembered) return outcome;
    return this.remembered.always ? matched(1) : several(1);
  }

  remember(row: ModelRow, always: boolean): void {
    const { calls, remembered } = this;
    // A choice that repeats an earlier one comes from that.
    const madeIn = (row.decision === 'chosen' ? row.decidedIn : null) ?? calls;
    // A suggestion does not change what is remembered as `always`.
    if (!remembered?.always || always) this.remembered = { row, madeIn, always };
  }

  /** A choice goes with the decision that it comes from. */
  forgetWith(row: ModelRow): void {
    const { remembered } = this;
    if (!remembered || row.kind.name !== strange || row.company !== 1) return;
    const isOfCall = row.decision === 'chosen' && row.decidedIn === remembered.madeIn;
    if (remembered.row === row || isOfCall) this.remembered = null;
  }
}

/** Resolving does not settle a row on a company that a person took back. */
function notRejected(outcome: Outcome, { rejected, kind }: ModelRow): Outcome {
  return outcome.status === 'matched' && rejected.includes(outcome.company)
    ? several(...(kind.all ?? [outcome.company]))
    : outcome;
}

/** A company that settled the row before without a charge, by an earlier export, is free again. */
function costOf({ paid, rejected }: ModelRow, company: number): number {
  return paid || rejected.includes(company) ? 0 : 1;
}

/** What the mapped cells of a row say. */
function keyOf({ name, number, own = '', place = '' }: Kind, mapping: Mapping): string {
  return JSON.stringify([name, mapping === 'name' ? '' : number, own, mapping === 'place' ? place : '']);
}

const ranges = ['row', 'same', 'same_name'] as const;
type ApplyTo = (typeof ranges)[number];

/** Whether a row with the same name as another fits what was decided about that. */
function fits(row: ModelRow, named: ModelRow, { action, company }: ModelDecision, mapping: Mapping): boolean {
  if (row.key === named.key || action === 'skip') return true;
  const identifiersOf = ({ kind: { number, own = '' } }: ModelRow) =>
    [mapping === 'name' ? '' : number, own].filter((value) => value !== '');
  if (action !== 'choose') return identifiersOf(row).every((value) => identifiersOf(named).includes(value));
  const ofCompany = [corporateNumber(company), idOf(company)];
  const place = mapping === 'place' ? row.kind.place : undefined;
  return (
    identifiersOf(row).every((value) => ofCompany.includes(value)) &&
    !(place !== undefined && elsewhere.includes(company))
  );
}

interface ModelDecision {
  readonly row: number;
  readonly action: DecisionAction;
  readonly company: number;
  readonly applyTo: ApplyTo;
  /** Only for rows with the strange name, and then for company 1. */
  readonly always: boolean;
}

interface DrawnDecision extends Omit<ModelDecision, 'action'> {
  readonly action: number;
  /** Whether to draw the action from those that the row allows. */
  readonly aimed: boolean;
}

/** Actions that the row allows. */
function allowedActions({ status, decision, skipped }: ModelRow): readonly DecisionAction[] {
  if (status === 'matched') return ['reopen'];
  const onOpenRows = ['choose', 'none_of_these', 'not_a_company'] as const;
  if (decision !== null) return [...onOpenRows, 'take_back'];
  return skipped ? [...onOpenRows, 'skip', 'take_back'] : ['choose', ...onOpenRows, 'skip'];
}

/** Decisions about rows of the source; most of them fit. */
function aimed({ rows, mappings }: ModelSource, drawn: readonly DrawnDecision[]): ModelDecision[] {
  const seen = new Set<unknown>();
  return drawn.flatMap(({ aimed, ...each }) => {
    const row = each.row % rows.length;
    const target = rows[row];
    if (!target) throw new Error('a source has rows');
    const actions = aimed ? allowedActions(target) : decisionActions;
    const action = actions[each.action % actions.length] ?? 'choose';
    if (aimed && seen.has(row)) return [];
    const isUnknown = target.key === null || target.mapping !== mappings;
    const { name } = target.kind;
    const isTaken = isUnknown || seen.has(target.key) || seen.has(name) || name === '';
    const applyTo = aimed && isTaken ? 'row' : each.applyTo;
    seen.add(row);
    if (applyTo !== 'row') seen.add(target.key).add(name);
    const always = each.always && action === 'choose' && target.kind.name === strange;
    return [{ ...each, row, action, applyTo, always, company: always ? 1 : each.company }];
  });
}

type Step =
  | { readonly do: 'import'; readonly kinds: readonly number[] }
  | { readonly do: 'map'; readonly source: number; readonly as: Mapping }
  | { readonly do: 'forget' }
  /** Somebody who is not sure: undoes a match, chooses another company, undoes that, maps and resolves again. */
  | {
      readonly do: 'waver';
      readonly source: number;
      readonly row: number;
      readonly company: number;
      readonly as: Mapping;
      readonly key: number;
    }
  | { readonly do: 'delete'; readonly source: number }
  | {
      readonly do: 'accept';
      readonly source: number;
      readonly more: number;
      readonly key: number;
      readonly max: number;
    }
  | {
      readonly do: 'undo';
      readonly source: number;
      /** Which of the calls, from the last. */
      readonly back: number;
      readonly key: number;
      /** Whether the call is one of another source. */
      readonly elsewhere: boolean;
      readonly dryRun: boolean;
    }
  | {
      readonly do: 'resolve';
      readonly source: number;
      readonly key: number;
      readonly max: number;
      readonly fails: boolean;
    }
  | {
      readonly do: 'select';
      readonly source: number;
      readonly row: number;
      readonly choice: number;
      readonly key: number;
    }
  | {
      readonly do: 'decide';
      readonly source: number;
      readonly decisions: readonly DrawnDecision[];
      readonly key: number;
      readonly max: number;
      /** Whether two people send it at once, with keys of their own. */
      readonly twice: boolean;
    }
  | {
      readonly do: 'table';
      readonly source: number;
      readonly decisions: readonly DrawnDecision[];
      readonly key: number;
      readonly max: number;
    };

const small = fc.nat({ max: 3 });
const key = fc.nat({ max: 7 });
/** Mostly the kind with the most steps: unknown, found by its number, chosen, and from then on known by its name. */
const kind = fc.oneof(
  fc.nat({ max: kinds.length - 1 }),
  fc.constant(kinds.findIndex(({ name }) => name === strange)),
);
const maximum = fc.constantFrom(0, 1, 5, 5, 5);
const decisions = fc.array(
  fc.record({
    row: fc.nat({ max: 4 }),
    action: fc.nat({ max: 19 }),
    company: fc.integer({ min: 3, max: 6 }),
    applyTo: fc.constantFrom(...ranges, 'row' as const),
    always: fc.boolean(),
    aimed: fc.nat({ max: 9 }).map((draw) => draw > 0),
  }),
  { minLength: 1, maxLength: 3 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      kinds: fc.array(kind, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('map' as const),
      source: small,
      as: fc.constantFrom('name' as const, 'both' as const, 'place' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('waver' as const),
      source: small,
      row: fc.nat({ max: 4 }),
      company: fc.integer({ min: 3, max: 6 }),
      as: fc.constantFrom('name' as const, 'both' as const, 'place' as const),
      key,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), source: small }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('accept' as const),
      source: small,
      more: fc.constantFrom(0, 0, 0, 1),
      key,
      max: maximum,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('table' as const), source: small, decisions, key, max: maximum }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      source: small,
      back: fc.constantFrom(0, 0, 0, 1, 2),
      key,
      elsewhere: fc.nat({ max: 9 }).map((draw) => draw === 0),
      dryRun: fc.nat({ max: 9 }).map((draw) => draw === 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      source: small,
      key,
      max: maximum,
      fails: fc.nat({ max: 9 }).map((draw) => draw === 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('select' as const),
      source: small,
      row: fc.nat({ max: 4 }),
      choice: small,
      key,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      source: small,
      decisions,
      key,
      max: maximum,
      twice: fc.nat({ max: 4 }).map((draw) => draw === 0),
    }),
  },
);

const sequence = fc.record({
  credits: fc.constantFrom(0, 1, 3, 100, 100, 100),
  first: fc.array(kind, { minLength: 1, maxLength: 5 }),
  mappedAs: fc.constantFrom<Mapping[]>('none', 'name', 'both', 'both', 'place'),
  resolvedFirst: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
});

/** The answer's body, or the code of its refusal. */
async function answered(
  call: Promise<KeyedAnswer<number, object>>,
): Promise<{ answer?: KeyedAnswer<number, object>; code?: string }> {
  try {
    return { answer: await call };
  } catch (error) {
    return { code: error instanceof ServiceError ? error.code : 'failed' };
  }
}

/** A row that a decision changes. */
type Changed = readonly [ModelRow, ModelDecision];

interface ExpectedDecisions {
  /** Null if they are refused. */
  readonly changed: readonly Changed[] | null;
  readonly cost: number;
  readonly codes: readonly string[];
}

/** The rows that decisions change, each with its decision; null if one of the decisions has a fault. */
function changedRows(
  { rows, mappings, mapping }: ModelSource,
  asked: readonly ModelDecision[],
): Changed[] | null {
  const named = asked.flatMap(({ row }) => rows[row] ?? []);
  const ofRange = (range: ApplyTo) =>
    asked.flatMap(({ row, applyTo }) => (applyTo === range ? (rows[row] ?? []) : []));
  const keys = ofRange('same').map(({ key }) => key);
  const names = ofRange('same_name').map(({ key, kind }) => (key === null ? '' : kind.name));
  const repeated = [named, keys, names].some((each) => new Set<unknown>(each).size < each.length);
  const overlap = ofRange('same').some(({ kind }) => names.includes(kind.name));
  if (repeated || overlap || keys.includes(null) || names.includes('')) return null;
  const changed: Changed[] = [];
  for (const [at, decision] of asked.entries()) {
    const { action, company, applyTo } = decision;
    const own = named[at];
    if (!own) throw new Error('a source has rows');
    const isMatched = own.status === 'matched';
    const isMarked = (own.decision !== null && !isMatched) || own.skipped;
    const already = action === 'choose' ? own.company === company : own.decision === action;
    const allowed =
      action === 'reopen'
        ? isMatched
        : action === 'take_back'
          ? isMarked
          : action === 'skip'
            ? !isMatched && own.decision === null
            : already || !isMatched;
    const undoes = action === 'reopen' || action === 'take_back';
    if (!allowed || (applyTo !== 'row' && !undoes && own.mapping !== mappings)) return null;
    if (!already) changed.push([own, decision]);
    const alike = rows.filter((row) => {
      const isLike = applyTo === 'same' ? row.key === own.key : row.kind.name === own.kind.name;
      if (applyTo === 'row' || named.includes(row) || row.key === null) return false;
      if (!isLike || row.mapping !== own.mapping) return false;
      if (action === 'reopen') return row.status === 'matched' && row.company === own.company;
      if (action === 'take_back')
        return row.decision === own.decision && (row.decision !== null || row.skipped);
      if (row.status === 'matched' || row.decision !== null) return false;
      return applyTo === 'same' || fits(row, own, decision, mapping);
    });
    changed.push(...alike.map((row) => [row, decision] as const));
  }
  return changed;
}

/** Whether a row has something to be looked up. */
function asksEngine(planned: ReadonlyMap<ModelRow, Outcome>, mapping: Mapping): boolean {
  return [...planned].some(([{ kind }]) => kind.name !== '' || (mapping !== 'name' && kind.number !== ''));
}

class Run {
  readonly model: Model;

  constructor(
    private readonly parts: SourceParts,
    private readonly accountId: string,
    credits: number,
  ) {
    this.model = new Model(credits);
  }

  async take(each: Step): Promise<void> {
    if (each.do === 'import') return this.importRows(each.kinds);
    if (each.do === 'forget') return this.forget();
    const { sources } = this.model;
    const source = sources[each.source % sources.length];
    if (!source) throw new Error('a sequence begins with an import');
    if (each.do === 'map') return this.map(source, each.as);
    if (each.do === 'resolve') return this.resolve(source, each);
    if (each.do === 'decide') return each.twice ? this.decideTwice(source, each) : this.decide(source, each);
    if (each.do === 'table') return this.table(source, each);
    if (each.do === 'accept') return this.accept(source, each);
    if (each.do === 'undo') return this.undo(source, each);
    if (each.do === 'delete') return this.delete(source);
    if (each.do === 'waver') return this.waver(source, each);
    return this.select(source, each);
  }

  async importRows(chosen: readonly number[]): Promise<void> {
    const rows = chosen.flatMap((at) => kinds[at] ?? []);
    const cells = rows.map(({ name, number, own = '', place = '' }) => ({
      name,
      number,
      place,
      cd_company_id: own,
    }));
    const call = {
      accountId: this.accountId,
      method: 'POST',
      path: '/sources/import',
      idempotencyKey: undefined,
    };
    const { body } = await this.parts.sources.importSource(
      call,
      uploaded(['name', 'number', 'place', 'cd_company_id'], cells),
    );
    const { source } = body as { source: { source_id: string } };
    const stored = await suite.database
      .knex('source_rows')
      .where({ source_id: source.source_id })
      .orderBy('source_row_id')
      .select<{ source_row_id: string }[]>('source_row_id');
    this.model.sources.push({
      id: source.source_id,
      rows: rows.map((kind) => ({
        kind,
        status: 'unresolved',
        company: null,
        candidates: [],
        paid: false,
        mapping: 0,
        key: null,
        decision: null,
        undecided: null,
        rejected: [],
        skipped: false,
        decidedIn: null,
      })),
      rowIds: stored.map(({ source_row_id }) => source_row_id),
      mapping: 'none',
      mappings: 0,
      batches: [],
    });
  }

  async map(source: ModelSource, as: Mapping): Promise<void> {
    const columns = { name: 'name', ...(as !== 'name' && { corporate_number: 'number' }) };
    const hints = as === 'place' ? { prefecture: 'place' } : undefined;
    const scope = { accountId: this.accountId, sourceId: source.id };
    await this.parts.sources.map(scope, { entity: 'company', columns, hints }, { isForOne: false });
    source.mapping = as;
    source.mappings += 1;
  }

  async delete(source: ModelSource): Promise<void> {
    const { model, accountId } = this;
    if (model.sources.length === 1) return;
    await this.parts.sources.delete({ accountId, sourceId: source.id });
    model.paidAndGone += source.rows.filter(({ paid }) => paid).length;
    model.sources.splice(model.sources.indexOf(source), 1);
  }

  async waver(source: ModelSource, { row, company, as, key }: Extract<Step, { do: 'waver' }>): Promise<void> {
    // A matched row, if there is one.
    const settled = [...source.rows.keys()].filter((at) => source.rows[at]?.status === 'matched');
    const place = settled[row % Math.max(1, settled.length)] ?? row % source.rows.length;
    for (const action of ['reopen', 'choose', 'reopen'] as const) {
      const decision = { row: place, action: decisionActions.indexOf(action), company };
      const decisions = [{ ...decision, applyTo: 'row' as const, always: false, aimed: false }];
      await this.decide(source, { decisions, key: `waver ${this.model.calls} ${action}`, max: 1 });
    }
    await this.map(source, as);
    await this.resolve(source, { do: 'resolve', source: 0, key, max: 5, fails: false });
  }

  /** Forgets the choice for the strange name. */
  async forget(): Promise<void> {
    const { choices } = this.parts;
    const listed = await choices.list(this.accountId, { text: strange }, { after: null, limit: 10 });
    const { remembered } = this.model;
    expect(listed).toMatchObject(remembered ? [{ company_id: idOf(1), always: remembered.always }] : []);
    for (const { choice_id } of listed) {
      const forgotten = choices.transaction((it) => choices.forget(this.accountId, choice_id, it));
      expect(await forgotten).toBe(true);
    }
    this.model.remembered = null;
  }

  async accept(source: ModelSource, { more, key, max }: Extract<Step, { do: 'accept' }>): Promise<void> {
    const { model } = this;
    const open = source.rows.filter(
      ({ kind, status, mapping, rejected }) =>
        kind.name === acceptable.name &&
        status === 'multiple_candidates' &&
        mapping === source.mappings &&
        !rejected.includes(8),
    );
    const rows = open.length + more;
    if (rows === 0) return;
    const path = `/sources/${source.id}/accept`;
    const body = {
      execute: true,
      maxCredits: max,
      reason: acceptable.reason,
      rows,
      action: 'choose',
      remember: 'no',
    } as const;
    const call = {
      accountId: this.accountId,
      keyId: null,
      method: 'POST',
      path,
      idempotencyKey: `k${key}`,
      body,
    };
    const got = await answered(this.parts.reasons.accept(call, source.id));
    const before = model.answers.get(`${path} k${key}`);
    if (before) return this.expectReplay(got, before, String(rows));
    if (more > 0) return expect(got.code).toBe('source_rows_changed');
    const cost = open.filter(({ paid }) => !paid).length;
    if (cost > max) return expect(got.code).toBe('max_credits_exceeded');
    if (cost > model.balance) return expect(got.code).toBe('credit_balance_insufficient');
    expect(got.answer?.body).toMatchObject({ accepted: { rows }, billing: { credits_used: cost } });
    this.charge(cost);
    model.calls += 1;
    for (const row of open) this.settle(row, 8);
    this.keepBatch(source, got.answer?.body, open);
    model.answers.set(`${path} k${key}`, { body: got.answer?.body ?? {}, meaning: String(rows) });
  }

  async resolve(source: ModelSource, { key, max, fails }: Extract<Step, { do: 'resolve' }>): Promise<void> {
    const path = `/sources/${source.id}/resolve`;
    const body = { execute: true, maxCredits: max };
    const call = {
      accountId: this.accountId,
      keyId: null,
      method: 'POST',
      path,
      idempotencyKey: `k${key}`,
      body,
    };
    const { model } = this;
    const planned = model.planned(source);
    const isCharged = (row: ModelRow, each: Outcome) => each.status === 'matched' && !each.free && !row.paid;
    const cost = [...planned].filter(([row, each]) => isCharged(row, each)).length;
    this.parts.engine.failing = fails;
    const got = await answered(this.parts.resolving.resolve(call, source.id));
    this.parts.engine.failing = false;
    const before = model.answers.get(`${path} k${key}`);
    if (before) return this.expectReplay(got, before, 'resolve');
    if (source.mapping === 'none') return expect(got.code).toBe('source_mapping_required');
    if (fails && asksEngine(planned, source.mapping)) return expect(got.code).toBe('failed');
    if (cost > max) return expect(got.code).toBe('max_credits_exceeded');
    if (cost > model.balance) return expect(got.code).toBe('credit_balance_insufficient');
    expect(got.answer?.body).toMatchObject({
      billing: { credits_used: cost, balance_after: model.balance - cost },
    });
    this.charge(cost);
    for (const [row, outcome] of planned) {
      row.status = outcome.status;
      row.mapping = source.mappings;
      if (outcome.status === 'matched') row.skipped = false;
      row.company = outcome.status === 'matched' ? outcome.company : null;
      row.paid ||= isCharged(row, outcome);
      row.key = keyOf(row.kind, source.mapping);
      row.candidates = 'candidates' in outcome ? outcome.candidates : row.company ? [row.company] : [];
    }
    expect(got.answer?.body).toMatchObject({
      run: { resolved_count: source.rows.filter(({ status }) => status === 'matched').length },
    });
    model.answers.set(`${path} k${key}`, { body: got.answer?.body ?? {}, meaning: 'resolve' });
  }

  async select(
    source: ModelSource,
    { row: at, choice, key }: Extract<Step, { do: 'select' }>,
  ): Promise<void> {
    // A row that waits for a choice, if there is one, and sometimes any row.
    const waiting = [...source.rows.keys()].filter((n) => source.rows[n]?.status === 'multiple_candidates');
    const place = waiting[at % (waiting.length + 1)] ?? at % source.rows.length;
    const row = source.rows[place];
    const rowId = source.rowIds[place];
    if (!row || !rowId) throw new Error('a source has rows');
    // Every fourth choice is a company that is not a candidate.
    const company = choice === 3 ? 6 : (row.candidates[choice % Math.max(1, row.candidates.length)] ?? 6);
    const path = `/sources/${source.id}/select`;
    const body = { row: rowId, companyId: idOf(company), maxCredits: 1 };
    const call = {
      accountId: this.accountId,
      keyId: null,
      method: 'POST',
      path,
      idempotencyKey: `k${key}`,
      body,
    };
    const got = await answered(this.parts.decisions.select(call, source.id));
    const { model } = this;
    const meaning = `${place} ${company}`;
    const before = model.answers.get(`${path} k${key}`);
    if (before) return this.expectReplay(got, before, meaning);
    if (row.status !== 'multiple_candidates') return expect(got.code).toBe('source_row_not_selectable');
    if (!row.candidates.includes(company)) return expect(got.code).toBe('candidate_not_found');
    const cost = costOf(row, company);
    if (model.balance < cost) return expect(got.code).toBe('credit_balance_insufficient');
    expect(got.answer?.body).toMatchObject({
      selected: { company_id: idOf(company) },
      billing: { credits_used: cost },
    });
    this.charge(cost);
    model.calls += 1;
    this.settle(row, company);
    if (row.kind.name === strange) model.remember(row, false);
    this.keepBatch(source, got.answer?.body, [row]);
    model.answers.set(`${path} k${key}`, { body: got.answer?.body ?? {}, meaning });
  }

  async decide(
    source: ModelSource,
    {
      decisions,
      key,
      max,
    }: Pick<Extract<Step, { do: 'decide' }>, 'decisions' | 'max'> & {
      readonly key: number | string;
    },
  ): Promise<void> {
    const asked = aimed(source, decisions);
    const { call, body } = this.decideCall(source, asked, `k${key}`, max);
    const got = await answered(this.parts.decisions.decide(call, source.id));
    const meaning = JSON.stringify(body.decisions);
    const before = this.model.answers.get(`${call.path} k${key}`);
    if (before) return this.expectReplay(got, before, meaning);
    const expected = this.expected(source, asked, max);
    this.expectDecided(got, expected);
    if (expected.changed) this.made(source, asked, expected.changed, expected.cost, got.answer?.body);
    if (expected.changed)
      this.model.answers.set(`${call.path} k${key}`, { body: got.answer?.body ?? {}, meaning });
  }

  /** Two people decide the same at once: as if one came after the other. */
  async decideTwice(source: ModelSource, { decisions, max }: Extract<Step, { do: 'decide' }>): Promise<void> {
    const asked = aimed(source, decisions);
    const keys = [0, 1].map((person) => `both ${this.model.answers.size} ${this.model.calls} ${person}`);
    const results = await Promise.all(
      keys.map(async (key) => {
        const { call } = this.decideCall(source, asked, key, max);
        return { key, path: call.path, got: await answered(this.parts.decisions.decide(call, source.id)) };
      }),
    );
    const changedBy = ({ got }: (typeof results)[number]) =>
      (got.answer?.body as { rows_changed?: number } | undefined)?.rows_changed ?? -1;
    // The one that changed more was first.
    for (const { key, path, got } of results.toSorted((one, other) => changedBy(other) - changedBy(one))) {
      const expected = this.expected(source, asked, max);
      this.expectDecided(got, expected, false);
      if (!expected.changed) continue;
      this.made(source, asked, expected.changed, expected.cost, got.answer?.body);
      this.model.answers.set(`${path} ${key}`, { body: got.answer?.body ?? {}, meaning: '' });
    }
  }

  /** Decisions as a returned table says them: without undoing, and each for its row alone. */
  async table(source: ModelSource, { decisions, key, max }: Extract<Step, { do: 'table' }>): Promise<void> {
    const asked = aimed(source, decisions)
      .filter(({ action }) => !['reopen', 'take_back', 'skip'].includes(action))
      .map((each) => ({
        ...each,
        applyTo: 'row' as const,
        always: false,
        company: each.always ? 3 : each.company,
      }));
    const choices = asked.map(({ row, action, company }, at) => ({
      line: at + 2,
      rowId: source.rowIds[row] ?? '',
      action,
      companyId: action === 'choose' ? idOf(company) : undefined,
      companyIn: 'choice' as const,
      language: null,
      why: '',
    }));
    const path = `/sources/${source.id}/choices`;
    const meaning = JSON.stringify(choices);
    const body = { execute: true, maxCredits: max, remember: 'no' as const, table: meaning };
    const call = {
      accountId: this.accountId,
      keyId: null,
      method: 'POST',
      path,
      idempotencyKey: `k${key}`,
      body,
    };
    const table = sentChoices({ choices, empty: 0, faults: [] });
    const got = await answered(this.parts.tables.import(call, source.id, table));
    const before = this.model.answers.get(`${path} k${key}`);
    if (before) return this.expectReplay(got, before, meaning);
    const expected = this.expected(source, asked, max);
    if (!expected.changed) return this.expectDecided(got, expected);
    expect(got.answer?.body).toMatchObject({
      choices: { changed: expected.changed.length },
      billing: { credits_used: expected.cost },
    });
    this.made(source, asked, expected.changed, expected.cost, got.answer?.body);
    this.model.answers.set(`${path} k${key}`, { body: got.answer?.body ?? {}, meaning });
  }

  private decideCall(source: ModelSource, asked: readonly ModelDecision[], key: string, max: number) {
    const path = `/sources/${source.id}/decisions`;
    const body: SourceDecisionsBody = {
      execute: true,
      maxCredits: max,
      decisions: asked.map(({ row, action, company, applyTo, always }) => ({
        row: row + 1,
        action,
        applyTo,
        ...(action === 'choose' && {
          companyId: idOf(company),
          remember: always ? ('always' as const) : ('no' as const),
        }),
      })),
    };
    return {
      call: { accountId: this.accountId, keyId: null, method: 'POST', path, idempotencyKey: key, body },
      body,
    };
  }

  /** What decisions do now, or the codes of which one refuses them. */
  private expected(source: ModelSource, asked: readonly ModelDecision[], max: number): ExpectedDecisions {
    const refused = (...codes: string[]) => ({ changed: null, cost: 0, codes });
    if (source.mapping === 'none') return refused('source_mapping_required');
    const changed = changedRows(source, asked);
    if (!changed) return refused('invalid_request', 'source_row_not_selectable');
    const isCharged = ([row, each]: Changed) => each.action === 'choose' && costOf(row, each.company) > 0;
    const cost = changed.filter(isCharged).length;
    if (cost > max) return refused('max_credits_exceeded');
    if (cost > this.model.balance) return refused('credit_balance_insufficient');
    return { changed, cost, codes: [] };
  }

  private expectDecided(
    { answer, code }: { answer?: KeyedAnswer<number, object>; code?: string },
    { changed, cost, codes }: ExpectedDecisions,
    alone = true,
  ): void {
    if (!changed) {
      expect(codes).toContain(code);
      return;
    }
    const billing = { credits_used: cost, ...(alone && { balance_after: this.model.balance - cost }) };
    expect(answer?.body).toMatchObject({ rows_changed: changed.length, billing });
  }

  private made(
    source: ModelSource,
    asked: readonly ModelDecision[],
    changed: readonly Changed[],
    cost: number,
    answer: object | undefined,
  ): void {
    const { model } = this;
    this.charge(cost);
    model.calls += 1;
    // As the rows were before the call.
    for (const [row, { action }] of changed) if (action === 'reopen') model.forgetWith(row);
    for (const [row, decision] of changed) this.apply(row, decision);
    const undoes = ({ action }: ModelDecision) => action === 'reopen' || action === 'take_back';
    const decided = changed.flatMap(([row, decision]) => (undoes(decision) ? [] : [row]));
    const skipped = changed.flatMap(([row, { action }]) => (action === 'skip' ? [row] : []));
    if (changed.length > 0) this.keepBatch(source, answer, decided, skipped);
    // The first row of a call with the name is the one that it comes from.
    for (const { row, always } of asked.toReversed()) {
      const own = source.rows[row];
      if (always && own) model.remember(own, true);
    }
  }

  private keepBatch(
    source: ModelSource,
    answer: object | undefined,
    decided: readonly ModelRow[],
    skipped: readonly ModelRow[] = [],
  ): void {
    const { batch_id: id } = answer as { batch_id: string };
    source.batches.push({ id, call: this.model.calls, decided, skipped });
  }

  /** Undoes all that a call decided. */
  async undo(
    source: ModelSource,
    { back, key, elsewhere, dryRun }: Extract<Step, { do: 'undo' }>,
  ): Promise<void> {
    const { model } = this;
    const others = model.sources.filter((each) => each !== source).flatMap(({ batches }) => batches);
    const batch = (elsewhere ? others : source.batches).at(-1 - back);
    if (!batch) return;
    const path = `/sources/${source.id}/undo`;
    const body = { batchId: batch.id, ...(dryRun && { dryRun }) };
    const call = {
      accountId: this.accountId,
      keyId: null,
      method: 'POST',
      path,
      idempotencyKey: `k${key}`,
      body,
    };
    const got = await answered(this.parts.undoing.undo(call, source.id));
    const before = model.answers.get(`${path} k${key}`);
    if (before) return this.expectReplay(got, before, batch.id);
    if (elsewhere) return expect(got.code).toBe('source_batch_not_found');
    if (batch.decided.length === 0) return expect(got.code).toBe('invalid_request');
    // Resolving can have ended a skip.
    const rows = batch.decided.filter(
      (row) => row.decidedIn === batch.call && (row.skipped || !batch.skipped.includes(row)),
    );
    const undone = got.answer?.body as { undone: Record<string, number> } | undefined;
    const { undone_before = 0, decided_again = 0 } = undone?.undone ?? {};
    expect(undone_before + decided_again).toBe(batch.decided.length - rows.length);
    expect(got.answer?.body).toMatchObject({
      undone: { rows: rows.length },
      billing: { credits_used: 0, balance_after: model.balance },
    });
    if (dryRun) return;
    if (model.remembered?.madeIn === batch.call) model.remembered = null;
    for (const row of rows) model.forgetWith(row);
    model.calls += 1;
    for (const row of rows) {
      const action = row.status === 'matched' ? ('reopen' as const) : ('take_back' as const);
      const { rejected } = row;
      this.apply(row, { row: 0, action, company: 0, applyTo: 'row', always: false });
      if (row.paid) row.rejected = rejected;
    }
    if (rows.length > 0) this.keepBatch(source, got.answer?.body, []);
    model.answers.set(`${path} k${key}`, { body: got.answer?.body ?? {}, meaning: batch.id });
  }

  private apply(row: ModelRow, { action, company }: ModelDecision): void {
    if (action === 'choose') this.settle(row, company);
    else if (action === 'skip' || (action === 'take_back' && row.skipped))
      Object.assign(row, { skipped: action === 'skip', decidedIn: this.model.calls });
    else if (action === 'reopen' || action === 'take_back') {
      if (row.company !== null) row.rejected = [...row.rejected, row.company];
      const { undecided, candidates } = row;
      Object.assign(row, undecided ?? { status: 'multiple_candidates', candidates });
      Object.assign(row, { company: null, decision: null, undecided: null, decidedIn: this.model.calls });
    } else {
      row.undecided ??= { status: row.status, candidates: row.candidates };
      Object.assign(row, {
        status: 'not_found',
        decision: action,
        skipped: false,
        decidedIn: this.model.calls,
      });
    }
  }

  private settle(row: ModelRow, company: number): void {
    row.undecided ??= { status: row.status, candidates: row.candidates };
    if (!row.candidates.includes(company)) row.candidates = [...row.candidates, company];
    const paid = row.paid || costOf(row, company) > 0;
    row.skipped = false;
    Object.assign(row, { status: 'matched', company, decision: 'chosen', paid, decidedIn: this.model.calls });
  }

  private charge(cost: number): void {
    this.model.balance -= cost;
    this.model.charged += cost;
  }

  private expectReplay(
    got: { answer?: KeyedAnswer<number, object>; code?: string },
    before: { readonly body: object; readonly meaning: string },
    meaning: string,
  ): void {
    if (before.meaning !== meaning) {
      expect(got.code).toBe('idempotency_key_reused');
      return;
    }
    const { billing, ...rest } = (got.answer?.body ?? {}) as { billing?: object };
    expect(billing).toMatchObject({ credits_used: 0, deduplicated: true });
    // As JSON, because stored values are never undefined.
    expect(JSON.parse(JSON.stringify(before.body))).toMatchObject(rest);
  }

  /** Compares everything that is stored with the model and checks that it is consistent. */
  async check(): Promise<void> {
    const { knex } = suite.database;
    const { model, accountId } = this;
    const rows = await knex('source_rows as r')
      .join('sources as s', 's.source_id', 'r.source_id')
      .where({ account_id: accountId })
      .orderBy(['r.source_id', 'source_row_id'])
      .select<
        {
          resolve_status: string;
          company_id: string | null;
          candidates: string[];
          paid: boolean;
          decision: string | null;
          skipped: boolean;
        }[]
      >(
        'resolve_status',
        'r.company_id',
        knex.raw(
          `ARRAY(SELECT c ->> 'company_id' FROM jsonb_array_elements(candidates) c ORDER BY 1) AS candidates`,
        ),
        'paid',
        'decision',
        knex.raw('skipped_at IS NOT NULL AS skipped'),
      );
    expect(rows).toEqual(
      model.sources.flatMap((source) =>
        source.rows.map(({ status, company, candidates, paid, decision, skipped }) => ({
          resolve_status: status,
          company_id: company === null ? null : idOf(company),
          candidates: candidates.map(idOf).sort(),
          paid,
          decision,
          skipped,
        })),
      ),
    );
    const { rows: miscounted } = await knex.raw<{ rows: object[] }>(
      `SELECT s.source_id FROM sources s JOIN source_rows r USING (source_id) WHERE account_id = :accountId
       GROUP BY s.source_id HAVING (matched, multiple_candidates, not_found, invalid, unresolved) <>
         (count(*) FILTER (WHERE resolve_status = 'matched'),
          count(*) FILTER (WHERE resolve_status = 'multiple_candidates'),
          count(*) FILTER (WHERE resolve_status = 'not_found'), count(*) FILTER (WHERE resolve_status = 'invalid'),
          count(*) FILTER (WHERE resolve_status = 'unresolved'))
         OR dismissed <> count(*) FILTER (WHERE decision IN ('none_of_these', 'not_a_company'))`,
      { accountId },
    );
    expect(miscounted).toEqual([]);
    const { rows: ledgers } = await knex.raw<{ rows: object[] }>(
      `SELECT coalesce(sum(amount), 0)::int AS balance, coalesce(-sum(amount) FILTER (WHERE kind = 'charge'), 0)::int AS charged,
         coalesce((SELECT balance FROM credit_balances b WHERE b.account_id = :accountId AND class = 'basic'), 0)::int AS shown,
         (SELECT count(*) FROM idempotency_keys k WHERE k.account_id = :accountId)::int AS keys
       FROM credit_ledger WHERE account_id = :accountId AND class = 'basic'`,
      { accountId },
    );
    expect(ledgers).toEqual([
      { balance: model.balance, charged: model.charged, shown: model.balance, keys: model.answers.size },
    ]);
    expect(rows.filter(({ paid }) => paid).length + model.paidAndGone).toBe(model.charged);
  }
}

describe('any sequence of calls', () => {
  const sequences = size(20, 2000);

  it(
    `leaves rows, ledger, balance and replays as the model has them (${sequences} sequences)`,
    async () => {
      const alias = `${suite.service.indexPrefix}companies`;
      const chains = Array.from({ length: chainsAtOnce }, () => sourceParts(suite.database.knex, alias));
      const numRuns = Math.ceil(sequences / chainsAtOnce);
      await Promise.all(
        chains.map((parts, at) => fc.assert(sequencesOn(parts), { numRuns, seed: seed + at })),
      );
      await Promise.all(chains.map((parts) => parts.close()));
    },
    30 * 60_000,
  );
});

/** Several run at once, because each waits for its commits. */
const chainsAtOnce = 4;

function sequencesOn(parts: SourceParts) {
  return fc.asyncProperty(sequence, async ({ credits, first, mappedAs, resolvedFirst, steps }) => {
    const accountId = await newAccount(suite.database.knex);
    if (credits > 0) await parts.credits.grantCredits(accountId, { creditClass: 'basic', amount: credits });
    const run = new Run(parts, accountId, credits);
    await run.take({ do: 'import', kinds: first });
    if (mappedAs !== 'none') await run.take({ do: 'map', source: 0, as: mappedAs });
    if (resolvedFirst) await run.take({ do: 'resolve', source: 0, key: 0, max: 5, fails: false });
    for (const each of steps) await run.take(each);
    // The same rows again, by their names alone: what a person chose before must be known.
    const last = run.model.sources.length;
    await run.take({ do: 'import', kinds: first });
    await run.take({ do: 'map', source: last, as: 'name' });
    await run.take({ do: 'resolve', source: last, key: 0, max: 5, fails: false });
    await run.check();
  });
}

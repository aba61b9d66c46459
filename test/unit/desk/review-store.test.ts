import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NoAnswerError } from '../../../desk/api.ts';
import { Agreement } from '../../../desk/pages/review/state/agreement.ts';
import { isOver, listCalls } from '../../../desk/pages/review/state/decided-calls.ts';
import type {
  DecisionResult,
  HistoryEntry,
  Present,
  Row,
} from '../../../desk/pages/review/state/review-api.ts';
import { ReviewStore } from '../../../desk/pages/review/state/review-store.ts';
import { runs } from '../../support/size.ts';

const row = (number: number, change: Partial<Row> = {}) =>
  ({
    source_row_id: `row-${number}`,
    row_number: number,
    resolve_status: 'multiple_candidates',
    decision: null,
    company_id: null,
    cells: { name: '株式会社同名商事' },
    paid: false,
    same_name_rows: 4,
    same_name_rows_credits: 4,
    mapping_version: 1,
    ...change,
  }) as unknown as Row;

let pending = 0;

/** Waits until everything is sent and answered. */
async function quiet(store: ReviewStore): Promise<void> {
  for (let calm = 0; calm < 5; calm += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    if (store.outbox.waiting > 0 || pending > 0) calm = 0;
  }
}

/** A source whose rows other people decide, too. */
function reviewOf(count: number) {
  const rows = Array.from({ length: count }, (_, at) => row(at + 1));
  let entries: HistoryEntry[] = [];
  const service = {
    answers: true,
    anyState: false,
    present: [] as Present[],
    rows,
    /** Turns of the event loop that an answer takes. */
    slow: () => 0,
    decide(
      number: number,
      decision: Row['decision'],
      keyId = 'a key',
      batch = `batch ${number} ${decision}`,
    ) {
      const decided = row(number, {
        decision,
        resolve_status: decision === 'chosen' ? 'matched' : 'not_found',
      });
      rows[number - 1] = decided;
      const { source_row_id, resolve_status, company_id } = decided;
      const after = { resolve_status, decision, company_id };
      const entry = {
        decision_id: `${entries.length} ${number} ${decision}`,
        batch_id: batch,
        made_by: 'decisions',
        action: decision,
        key: { key_id: keyId, label: '' },
        source_row_id,
        after,
      } as unknown as HistoryEntry;
      entries = [entry, ...entries];
    },
    reopen(number: number, batch = 'a reopening', made_by = 'decisions') {
      rows[number - 1] = row(number);
      const { source_row_id, resolve_status, decision, company_id } = row(number);
      const after = { resolve_status, decision, company_id };
      const entry = {
        decision_id: `${entries.length} ${number}`,
        batch_id: batch,
        made_by,
        action: 'reopen',
        key: { key_id: 'a key', label: '' },
        source_row_id,
        after,
      } as unknown as HistoryEntry;
      entries = [entry, ...entries];
    },
    /** Rows that a remembered choice settled. */
    settled: 0,
    /** The rows that a call decided and nobody decided since. */
    heldBy: (batch: string) =>
      rows.flatMap(({ source_row_id, row_number }) =>
        entries.find((entry) => entry.source_row_id === source_row_id)?.batch_id === batch
          ? [row_number]
          : [],
      ),
  };
  let calls = 0;
  const done = (batchId: string | null, rowsChanged: number): DecisionResult =>
    ({
      batchId,
      credits: 0,
      balance: 100,
      rowsChanged,
      leftOut: 0,
      settledBefore: 0,
      openRows: rows.filter(
        ({ resolve_status, decision }) => resolve_status !== 'matched' && decision === null,
      ).length,
    }) as unknown as DecisionResult;
  const asked = async <Answer>(answer: () => Answer): Promise<Answer> => {
    pending += 1;
    try {
      for (let turns = service.slow(); turns > 0; turns -= 1)
        await new Promise((resolve) => setTimeout(resolve));
      if (!service.answers) throw new NoAnswerError();
      const given = answer();
      for (let turns = service.slow(); turns > 0; turns -= 1)
        await new Promise((resolve) => setTimeout(resolve));
      return given;
    } finally {
      pending -= 1;
    }
  };
  const toUndo = (count: number, keyId = '') => ({
    rows: count,
    decidedAgain: 0,
    key: { key_id: keyId, label: '' },
    decidedAt: null,
    outcomes: [],
    hasMore: false,
    isPaid: false,
    mayRemember: false,
    isRemembered: false,
    settled: { total_rows: service.settled, reopened_rows: 0, rows: [] },
  });
  const store = new ReviewStore(
    {
      readPage: (_cursor, from) =>
        asked(() => ({
          // As the service does, unless rows in any state are asked for.
          rows: rows.filter(
            ({ source_row_id, decision }) =>
              source_row_id >= (from ?? '') && (service.anyState || decision === null),
          ),
          nextCursor: null,
        })),
      readRow: (rowId) =>
        asked(() => {
          const place = rows.findIndex(({ source_row_id }) => source_row_id === rowId);
          return {
            row: rows[place] as Row,
            previous: rows[place - 1] ?? null,
            next: rows[place + 1] ?? null,
          };
        }),
      decide: (_key, { rowId, action, same, reopens }) =>
        asked(() => {
          if (reopens) service.settled = 0;
          calls += 1;
          const batch = `call ${calls}`;
          const named = rows.find(({ source_row_id }) => source_row_id === rowId);
          const number = named?.row_number ?? 0;
          if (action === 'reopen' || action === 'take_back') {
            if (named?.decision) service.reopen(number, batch);
            return done(named?.decision ? batch : null, named?.decision ? 1 : 0);
          }
          const others = same
            ? rows.filter(({ decision }) => decision === null).map((each) => each.row_number)
            : [];
          const numbers = [...new Set([number, ...others])].filter(
            (each) => rows[each - 1]?.decision !== action,
          );
          for (const each of numbers) service.decide(each, action as Row['decision'], 'own key', batch);
          return done(numbers.length > 0 ? batch : null, numbers.length);
        }),
      undo: (_key, batch, reopens) =>
        asked(() => {
          calls += 1;
          if (reopens) service.settled = 0;
          const held = service.heldBy(batch);
          for (const number of held) service.reopen(number, `call ${calls}`, 'undo');
          return done(held.length > 0 ? `call ${calls}` : null, held.length);
        }),
      readCall: (batchId) =>
        asked(() =>
          toUndo(
            service.heldBy(batchId).length,
            entries.find(({ batch_id }) => batch_id === batchId)?.key?.key_id,
          ),
        ),
      readReopening: () => asked(() => toUndo(1)),
      readPresent: () => asked(() => service.present),
      readHistory: () =>
        asked(() =>
          entries.map((entry) => ({
            ...entry,
            can_undo: entry.action !== 'reopen' && service.heldBy(entry.batch_id).length > 0,
          })),
        ),
      wait: async () => {},
    },
    new Agreement('source', null),
    { name: 'name', others: [] },
    'own key',
  );
  return { store, service };
}

describe('a review', () => {
  it('learns the first decisions of others, in a table that nobody had decided about before', async () => {
    const { store, service } = reviewOf(3);
    await store.openRows(null);
    await store.refreshHistory();
    service.decide(2, 'none_of_these');
    await store.refreshHistory();
    const [, second, third] = store.window.rows;
    expect([second, third].map((each) => each && store.isOpen(each))).toEqual([false, true]);
  });

  it('says that a row cannot be read, and reads it when asked again', async () => {
    const { store, service } = reviewOf(3);
    await store.openRows('row-2');
    service.answers = false;
    await store.moveToNeighbour(-1);
    expect([store.shown, store.unread?.error]).toEqual(['row-2', expect.any(NoAnswerError)]);
    service.answers = true;
    store.unread?.again();
    while (store.shown !== 'row-1') await new Promise((resolve) => setTimeout(resolve));
    expect(store.unread).toBeNull();
  });

  it('shows rows in any state one after the other when it is asked for them', async () => {
    const { store, service } = reviewOf(3);
    for (const number of [1, 2, 3]) service.decide(number, 'chosen');
    await store.openRows(null);
    expect(store.shown).toBeNull();
    service.anyState = true;
    await store.openRows(null, true);
    const shown = [store.shown];
    for (let at = 0; at < 3; at += 1) {
      store.showNext();
      shown.push(store.shown);
    }
    expect(shown).toEqual(['row-1', 'row-2', 'row-3', null]);
  });

  it('begins with a row that is on no other screen', async () => {
    const { store, service } = reviewOf(3);
    service.present = [{ row: { source_row_id: 'row-1', row_number: 1 } }] as unknown as Present[];
    await store.openRows(null);
    expect(store.shown).toBe('row-2');
  });

  it.each([
    ['the account', { balance: 0, ofKey: null }],
    ['the key', { balance: 9, ofKey: 0 }],
  ])('chooses nothing that %s cannot pay, until it can', async (_, funds) => {
    const { store } = reviewOf(3);
    await store.openRows(null);
    store.acceptCeiling(5);
    store.setFunds(funds);
    const company = { company_id: 'cn_1', legal_name: '株式会社同名商事' };
    store.chooseCompany(company, false);
    expect([store.shown, store.unpaid, store.creditsLeft, store.tasks]).toEqual([
      'row-1',
      { price: 1 },
      0,
      [],
    ]);
    store.setFunds({ balance: 9, ofKey: null });
    expect(store.unpaid).toBeNull();
    store.chooseCompany(company, false);
    expect([store.shown, store.creditsLeft]).toEqual(['row-2', 8]);
  });

  it('undoes the last decision under its own key, also after a reload', async () => {
    const { store, service } = reviewOf(3);
    service.decide(3, 'none_of_these', 'own key');
    service.decide(1, 'none_of_these', 'another key');
    await store.openRows(null);
    await store.refreshHistory();
    expect(await store.undoLast()).toMatchObject({ source_row_id: 'row-3' });
    while (store.tasks.length === 0) await new Promise((resolve) => setTimeout(resolve));
    expect(store.tasks[0]).toMatchObject({ action: 'undo', undoes: { batchId: 'batch 3 none_of_these' } });
    expect(await store.undoLast()).toBeNull();
  });

  it('asks before it takes back a choice that settled rows by itself, and reopens them', async () => {
    const { store, service } = reviewOf(3);
    service.decide(1, 'chosen', 'another key', 'one call');
    service.settled = 5;
    await store.openRows(null);
    await store.refreshHistory();
    const [entry] = store.history;
    expect(entry && (await store.undoEntry(entry))).toBe(false);
    expect(store.undoing?.call).toMatchObject({ rows: 1, settled: { total_rows: 5 } });
    store.confirmUndo(true);
    await quiet(store);
    expect([service.settled, service.rows[0]?.decision]).toEqual([0, null]);
  });

  it('asks before one row is taken back whose company is remembered, too, and reopens what that settled', async () => {
    const { store, service } = reviewOf(3);
    service.decide(1, 'chosen', 'another key', 'one call');
    service.anyState = true;
    service.settled = 5;
    await store.openRows('row-1', true);
    const row = store.row;
    if (row) store.takeBack(row);
    await quiet(store);
    expect(store.undoing?.call.settled.total_rows).toBe(5);
    expect(service.rows[0]?.decision).toBe('chosen');
    store.confirmUndo(true);
    await quiet(store);
    expect([service.settled, service.rows[0]?.decision]).toEqual([0, null]);
  });

  it('lists a call once, and as over when all that it decided was undone or decided again', () => {
    const entry = (batch: string, can_undo: boolean, made_by = 'decisions', action = 'choose') =>
      ({ batch_id: batch, can_undo, made_by, action }) as HistoryEntry;
    const history = [
      entry('undoing', false, 'undo', 'reopen'),
      entry('reopening', false, 'decisions', 'reopen'),
      entry('call', true),
      entry('call', true),
      entry('first', false),
    ];
    expect(listCalls(history).map((call) => [call.batch_id, isOver(call)])).toEqual([
      ['undoing', false],
      ['reopening', false],
      ['call', false],
      ['first', true],
    ]);
  });

  it('asks before it takes back the rows of a whole call, and says whose they are', async () => {
    const { store, service } = reviewOf(3);
    for (const number of [1, 2, 3]) service.decide(number, 'chosen', 'another key', 'one call');
    await store.openRows(null);
    await store.refreshHistory();
    const [entry] = store.history;
    expect(entry && (await store.undoEntry(entry))).toBe(false);
    expect(store.undoing?.call).toMatchObject({ rows: 3, key: { key_id: 'another key' } });
    expect(store.tasks).toEqual([]);
    store.cancelUndo();
    expect([store.undoing, store.tasks]).toEqual([null, []]);
    if (entry) await store.undoEntry(entry);
    store.confirmUndo(false);
    await quiet(store);
    expect(service.rows.map(({ decision }) => decision)).toEqual([null, null, null]);
    expect(store.window.rows.every((each) => store.isOpen(each))).toBe(true);
    expect(store.row).toMatchObject({ row_number: expect.any(Number), decision: null });
  });

  it('shows a row that another person reopened where nothing was left to decide', async () => {
    const { store, service } = reviewOf(2);
    for (const number of [1, 2]) service.decide(number, 'chosen');
    await store.openRows(null);
    await store.refreshHistory();
    expect(store.shown).toBeNull();
    service.reopen(2);
    await store.refreshHistory();
    await quiet(store);
    expect(store.shown).toBe('row-2');
  });

  it('comes back from the end to the last row, and from the last row to one that is still open', async () => {
    const { store, service } = reviewOf(3);
    service.decide(2, 'chosen');
    service.decide(3, 'chosen');
    await store.openRows('row-3');
    await store.moveToNeighbour(1);
    expect(store.shown).toBe('row-1');
    service.decide(1, 'chosen');
    await store.openRows(null);
    expect(store.shown).toBeNull();
  });

  it('asks about a decision for several rows that is on its way when it has arrived', async () => {
    const { store, service } = reviewOf(3);
    await store.openRows(null);
    service.slow = () => 3;
    store.setScope({ same: true });
    store.markRow('not_a_company');
    expect(await store.undoLast()).toBe('asks');
    expect(store.tasks).toHaveLength(1);
    while (store.undoing === null) await new Promise((resolve) => setTimeout(resolve));
    expect(store.undoing.call.rows).toBe(3);
    store.confirmUndo(false);
    await quiet(store);
    expect(service.rows.map(({ decision }) => decision)).toEqual([null, null, null]);
  });

  it('shows a row that is undone, also if the rows were read again without it', async () => {
    const { store } = reviewOf(3);
    await store.openRows(null);
    store.markRow('none_of_these');
    await quiet(store);
    store.setScope({ same: true });
    store.markRow('not_a_company');
    await quiet(store);
    expect([store.shown, store.window.rows]).toEqual([null, []]);
    await store.undoLast();
    store.confirmUndo(false);
    await quiet(store);
    expect(store.row).toMatchObject({ row_number: 2 });
    while (!store.window.ended) await store.window.readMore();
    await store.undoLast();
    expect(store.row).toMatchObject({ row_number: 1 });
    await quiet(store);
    expect(store.row && store.isOpen(store.row)).toBe(true);
  });

  it('never says that nothing is left while a row is open, whatever is done and however slowly it is answered', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('mark' as const), wait: fc.nat(3) }),
      fc.record({ do: fc.constant('same' as const), wait: fc.nat(3) }),
      fc.record({ do: fc.constant('undo' as const), wait: fc.nat(3) }),
      fc.record({ do: fc.constant('next' as const), wait: fc.nat(3) }),
      fc.record({ do: fc.constant('back' as const), wait: fc.nat(3) }),
      fc.record({ do: fc.constant('take back' as const), wait: fc.nat(3) }),
      fc.record({ do: fc.constant('others' as const), wait: fc.nat(3) }),
    );
    const run = fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.infiniteStream(fc.nat(4)),
      async (steps, slow) => {
        const { store, service } = reviewOf(3);
        service.slow = () => slow.next().value ?? 0;
        await store.openRows(null);
        for (const each of steps) {
          const { row: shown } = store;
          if (each.do === 'mark') store.markRow('none_of_these');
          else if (each.do === 'same') {
            store.setScope({ same: true });
            store.markRow('not_a_company');
          } else if (each.do === 'undo') void store.undoLast().then(() => store.confirmUndo(false));
          else if (each.do === 'next') void store.moveToNeighbour(1);
          else if (each.do === 'back') void store.moveToNeighbour(-1);
          else if (each.do === 'take back' && shown && !store.isOpen(shown)) store.takeBack(shown);
          else if (each.do === 'others') void store.refreshHistory();
          if (store.undoing) store.confirmUndo(false);
          for (let at = 0; at < each.wait; at += 1) await new Promise((resolve) => setTimeout(resolve));
        }
        await quiet(store);
        if (store.undoing) store.confirmUndo(false);
        await quiet(store);
        await store.refreshHistory();
        await quiet(store);
        const open = service.rows.filter(({ decision }) => decision === null);
        if (store.shown === null) expect(open).toEqual([]);
        else if (store.row)
          expect(store.isOpen(store.row)).toBe(
            open.some(({ source_row_id }) => source_row_id === store.shown),
          );
      },
    );
    await fc.assert(run, runs(40, 3000));
  });
});

import { describe, expect, it } from '@jest/globals';
import { NoAnswerError } from '../../../desk/api.ts';
import { Agreement } from '../../../desk/pages/review/agreement.ts';
import type { HistoryEntry, Present, Row } from '../../../desk/pages/review/review-api.ts';
import { ReviewStore } from '../../../desk/pages/review/review-store.ts';

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

/** A source whose rows other people decide, too. */
function reviewOf(count: number) {
  const rows = Array.from({ length: count }, (_, at) => row(at + 1));
  let entries: HistoryEntry[] = [];
  const service = {
    answers: true,
    present: [] as Present[],
    decide(number: number, decision: Row['decision'], keyId = 'a key') {
      const decided = row(number, {
        decision,
        resolve_status: decision === 'chosen' ? 'matched' : 'not_found',
      });
      rows[number - 1] = decided;
      const { source_row_id, resolve_status, company_id } = decided;
      const after = { resolve_status, decision, company_id };
      const entry = {
        decision_id: `${number} ${decision}`,
        batch_id: `batch ${number} ${decision}`,
        made_by: 'decisions',
        action: decision,
        key: { key_id: keyId, label: '' },
        source_row_id,
        after,
      } as unknown as HistoryEntry;
      entries = [entry, ...entries];
    },
  };
  const asked = <Answer>(answer: () => Answer) =>
    service.answers ? Promise.resolve(answer()) : Promise.reject(new NoAnswerError());
  const store = new ReviewStore(
    {
      readPage: (_cursor, from) =>
        asked(() => ({
          rows: rows.filter(({ source_row_id }) => source_row_id >= (from ?? '')),
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
      decide: () => Promise.reject(new Error('not asked for')),
      undo: () => Promise.reject(new Error('not asked for')),
      readPresent: () => asked(() => service.present),
      readHistory: () => asked(() => entries),
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
    await store.open(null);
    await store.refreshHistory();
    service.decide(2, 'none_of_these');
    await store.refreshHistory();
    const [, second, third] = store.window.rows;
    expect([second, third].map((each) => each && store.isOpen(each))).toEqual([false, true]);
  });

  it('says that a row cannot be read, and reads it when asked again', async () => {
    const { store, service } = reviewOf(3);
    await store.open('row-2');
    service.answers = false;
    await store.move(-1);
    expect([store.shown, store.unread?.error]).toEqual(['row-2', expect.any(NoAnswerError)]);
    service.answers = true;
    store.unread?.again();
    while (store.shown !== 'row-1') await new Promise((resolve) => setTimeout(resolve));
    expect(store.unread).toBeNull();
  });

  it('shows rows in any state one after the other when it is asked for them', async () => {
    const { store, service } = reviewOf(3);
    for (const number of [1, 2, 3]) service.decide(number, 'chosen');
    await store.open(null);
    expect(store.shown).toBeNull();
    await store.open(null, true);
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
    await store.open(null);
    expect(store.shown).toBe('row-2');
  });

  it.each([
    ['the account', { balance: 0, ofKey: null }],
    ['the key', { balance: 9, ofKey: 0 }],
  ])('chooses nothing that %s cannot pay, until it can', async (_, funds) => {
    const { store } = reviewOf(3);
    await store.open(null);
    store.agree(5);
    store.setFunds(funds);
    const company = { company_id: 'cn_1', legal_name: '株式会社同名商事' };
    store.choose(company, false);
    expect([store.shown, store.unpaid, store.creditsLeft, store.tasks]).toEqual([
      'row-1',
      { price: 1 },
      0,
      [],
    ]);
    store.setFunds({ balance: 9, ofKey: null });
    expect(store.unpaid).toBeNull();
    store.choose(company, false);
    expect([store.shown, store.creditsLeft]).toEqual(['row-2', 8]);
  });

  it('undoes the last decision under its own key, also after a reload', async () => {
    const { store, service } = reviewOf(3);
    service.decide(3, 'none_of_these', 'own key');
    service.decide(1, 'none_of_these', 'another key');
    await store.open(null);
    await store.refreshHistory();
    expect(store.undoLast()).toMatchObject({ source_row_id: 'row-3' });
    while (store.tasks.length === 0) await new Promise((resolve) => setTimeout(resolve));
    expect(store.tasks[0]).toMatchObject({ action: 'undo', undoes: { batchId: 'batch 3 none_of_these' } });
    expect(store.undoLast()).toBeNull();
  });
});

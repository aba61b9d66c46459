import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/database/database.ts';
import { queryPrepared } from '../../src/database/rows.ts';
import { runTransaction } from '../../src/database/transaction.ts';
import { emptyDatabase, type SuiteDatabase } from '../support/database.ts';

let database: SuiteDatabase;
let knex: Knex;

beforeAll(async () => {
  database = await emptyDatabase();
  // One connection, so that every test uses what the one before left.
  knex = openDatabase({ url: database.url, poolSize: 1 });
  await knex.raw('CREATE TABLE words (word text PRIMARY KEY)');
});
afterAll(async () => {
  await knex.destroy();
  await database.drop();
});
beforeEach(async () => {
  await knex('words').delete();
});

const insertOf = (word: string) => ({ text: 'INSERT INTO words VALUES ($1)', values: [word] });
const kept = () => knex('words').orderBy('word').pluck('word');

describe('runTransaction', () => {
  it('gives the work the rows of the first statements, and keeps the work and the last statements', async () => {
    const first = [{ text: 'SELECT 1 AS one' }, { name: 'two', text: 'SELECT $1::int AS two', values: [2] }];
    const rows = await runTransaction(knex, { first, keep: true }, async (transaction, begun) => {
      await transaction('words').insert({ word: 'a' });
      await queryPrepared(transaction, 'insert_word', 'INSERT INTO words VALUES ($1)', ['b']);
      return { result: begun, last: [insertOf('c')] };
    });
    expect(rows).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    expect(await kept()).toEqual(['a', 'b', 'c']);
  });

  it('keeps nothing without `keep`', async () => {
    const result = await runTransaction(knex, { first: [], keep: false }, async (transaction) => {
      await transaction('words').insert({ word: 'a' });
      return { result: await transaction('words').pluck('word') };
    });
    expect(result).toEqual(['a']);
    expect(await kept()).toEqual([]);
  });

  it('keeps nothing if the work, a first or a last statement fails, and throws their error', async () => {
    const fault = new Error('the work failed');
    const failing = runTransaction(knex, { first: [], keep: true }, async (transaction) => {
      await transaction('words').insert({ word: 'a' });
      throw fault;
    });
    await expect(failing).rejects.toBe(fault);
    const first = [{ text: 'SELECT 1 / 0' }, { text: 'SELECT 1' }];
    const unbegun = runTransaction(knex, { first, keep: true }, async () => ({ result: 'worked' }));
    await expect(unbegun).rejects.toMatchObject({ code: '22012' });
    const last = [insertOf('b'), insertOf('b')];
    const unended = runTransaction(knex, { first: [], keep: true }, async () => ({ result: 'worked', last }));
    await expect(unended).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([]);
  });

  it('fails if a statement failed and the work went on', async () => {
    const failing = runTransaction(knex, { first: [], keep: true }, async (transaction) => {
      await transaction('words').insert({ word: 'a' });
      await transaction.raw('SELECT 1 / 0').catch(() => undefined);
      return { result: 'worked' };
    });
    await expect(failing).rejects.toThrow('the transaction was rolled back');
    expect(await kept()).toEqual([]);
  });

  it('rolls back after statements that still run when the work fails', async () => {
    const failing = runTransaction(knex, { first: [], keep: true }, async (transaction) => {
      await transaction('words').insert({ word: 'a' });
      await Promise.all([
        transaction.raw('SELECT pg_sleep(0.2)'),
        Promise.reject(new Error('the work failed')),
      ]);
      return { result: 'worked' };
    });
    await expect(failing).rejects.toThrow('the work failed');
    expect(await kept()).toEqual([]);
  });

  it('makes a transaction inside a savepoint', async () => {
    await runTransaction(knex, { first: [], keep: true }, async (transaction) => {
      await transaction('words').insert({ word: 'a' });
      const inner = transaction.transaction(async (savepoint) => {
        await savepoint('words').insert({ word: 'b' });
        throw new Error('the inner work failed');
      });
      await expect(inner).rejects.toThrow('the inner work failed');
      await transaction('words').insert({ word: 'c' });
      return { result: 'worked' };
    });
    expect(await kept()).toEqual(['a', 'c']);
  });
});

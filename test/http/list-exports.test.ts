import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ExportFilesStore } from '../../src/features/lists/exports/export-files-store.ts';
import { removeOldExports } from '../../src/features/lists/exports/export-retention-service.ts';
import { ExportsStore } from '../../src/features/lists/exports/exports-store.ts';
import { idOf } from '../support/companies.ts';
import { housekeepAt } from '../support/housekeeping.ts';
import { type ListAnswer, listSuite } from '../support/lists.ts';
import { startTestService } from '../support/service.ts';

const ids = [1, 2, 3].map(idOf);
const [first] = ids;
const dayMs = 24 * 60 * 60 * 1000;

const suite = await listSuite(ids.map((_, at) => ({ number: at + 1, name: `株式会社保管${at + 1}` })));
const account = await suite.richAccount();
const api = suite.as(account);
const exports = new ExportsStore(suite.database.knex);
const files = new ExportFilesStore(folder());
afterAll(suite.end);

function folder(): string {
  return path.join(suite.stateFolder, 'exports');
}

function fileOf(listId: string, { sha256 }: ListAnswer): string {
  return path.join(folder(), account.accountId, listId, `${sha256}.csv`);
}

/** Runs housekeeping after this many days. */
async function pruneAfter(days: number): Promise<number> {
  const { knex } = suite.database;
  const before = await knex('list_exports');
  await housekeepAt(new Date(Date.now() + days * dayMs), suite.database, suite.stateFolder);
  return before.length - (await knex('list_exports')).length;
}

async function exported(listId: string): Promise<ListAnswer> {
  return api.get(`/lists/${listId}/export`);
}

async function download({ path: wholePath }: ListAnswer) {
  const { status, body } = await suite.service.as(account).get(wholePath);
  return { status, body };
}

/** Whether the List leaves out its first company: exports with and without it have different contents. */
async function suppress(listId: string, suppressed: boolean): Promise<void> {
  const body = suppressed ? { add: [{ company_id: first }] } : { remove: [first] };
  await api.patch(`/lists/${listId}/suppressions`, body);
}

/** Two exports of a List; the one with all companies is the earlier. */
async function listWithTwoExports() {
  const listId = await suite.saveList(account, ids);
  const whole = await exported(listId);
  await suppress(listId, true);
  const latest = await exported(listId);
  return { listId, whole, latest };
}

const placeOf = (listId: string, sha256: string) => ({
  account_id: account.accountId,
  list_id: listId,
  sha256,
});

/** Makes all exports of the List this many days older. */
async function age(listId: string, days: number): Promise<void> {
  await suite.database
    .knex('list_exports')
    .where({ list_id: listId })
    .update({ created_at: suite.database.knex.raw('created_at - make_interval(days => ?)', [days]) });
}

describe('what is exported', () => {
  const othersMay = (place: string) => statSync(place).mode & 0o077;

  it('can be read only by the user of the service', async () => {
    const listId = await suite.saveList(account, ids);
    const file = fileOf(listId, await exported(listId));
    const folders = [
      folder(),
      path.join(folder(), 'drafts'),
      path.dirname(path.dirname(file)),
      path.dirname(file),
    ];
    expect([...folders, file].map(othersMay)).toEqual([0, 0, 0, 0, 0]);
  });

  it('is closed to others at the start if it was open', async () => {
    const stateFolder = mkdtempSync(path.join(tmpdir(), 'exports-'));
    const open = path.join(stateFolder, 'exports');
    mkdirSync(open);
    chmodSync(open, 0o755);
    const service = await startTestService(suite.database, { STATE_FOLDER: stateFolder });
    await service.stop({ keepIndices: true });
    expect(othersMay(open)).toBe(0);
    rmSync(stateFolder, { recursive: true });
  });
});

describe('the path of an export', () => {
  it('is valid for 30 days, as the answer says, and that of the latest export forever', async () => {
    const { listId, whole, latest } = await listWithTwoExports();
    const promised = Date.parse(whole.available_until) - Date.now();
    expect(Math.abs(promised - 30 * dayMs)).toBeLessThan(60_000);

    expect(await pruneAfter(29)).toBe(0);
    expect((await download(whole)).status).toBe(200);

    expect(await pruneAfter(31)).toBe(1);
    const gone = await download(whole);
    expect(gone.status).toBe(404);
    expect(gone.body.error).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('removed 30 days after'),
    });
    expect(existsSync(fileOf(listId, whole))).toBe(false);
    expect((await download(latest)).status).toBe(200);
    expect(await pruneAfter(3_000)).toBe(0);
    expect((await download(latest)).status).toBe(200);
  });

  it('is not forgotten by a process that has another STATE_FOLDER, because nothing would remove the file then', async () => {
    const { listId, whole } = await listWithTwoExports();
    const elsewhere = new ExportFilesStore(path.join(tmpdir(), 'no-such-folder'));
    const before = new Date(Date.now() + dayMs);
    await expect(removeOldExports({ exports, files: elsewhere }, before, 1_000)).rejects.toThrow('ENOENT');
    expect((await download(whole)).status).toBe(200);
    expect(existsSync(fileOf(listId, whole))).toBe(true);
  });

  it('is valid for another 30 days when the same content is exported again', async () => {
    const { listId, whole, latest } = await listWithTwoExports();
    await age(listId, 40);
    await suppress(listId, false);
    expect(await exported(listId)).toMatchObject({ path: whole.path });
    // It is no longer the latest.
    expect(await pruneAfter(0)).toBe(1);
    expect((await download(whole)).status).toBe(200);
    expect((await download(latest)).status).toBe(404);
  });

  it('comes back with the content when it is exported after it was removed', async () => {
    const { listId, whole } = await listWithTwoExports();
    await age(listId, 40);
    expect(await pruneAfter(0)).toBe(1);
    await suppress(listId, false);
    expect(await exported(listId)).toMatchObject({ path: whole.path });
    expect((await download(whole)).status).toBe(200);
  });

  it('is valid when its content is exported while the old file is being removed', async () => {
    const { listId, whole } = await listWithTwoExports();
    await age(listId, 40);
    await suppress(listId, false);
    const making: Promise<ListAnswer>[] = [];
    const before = new Date(Date.now() - 30 * dayMs);
    const removed = await exports.removeExport(placeOf(listId, whole.sha256), before, async () => {
      making.push(exported(listId));
      await wait(500);
      await files.removeFiles(account.accountId, listId, whole.sha256);
    });
    expect(removed).toBe(true);
    expect((await Promise.all(making)).map(({ path: made }) => made)).toEqual([whole.path]);
    expect((await download(whole)).status).toBe(200);
  });

  it('is not removed when its content was exported again after it was found to be old', async () => {
    const { listId, whole } = await listWithTwoExports();
    await age(listId, 40);
    const before = new Date(Date.now() - 30 * dayMs);
    expect(await exports.listOutdatedExports(before, 1_000)).toContainEqual(placeOf(listId, whole.sha256));
    await suppress(listId, false);
    await exported(listId);
    const removed = await exports.removeExport(placeOf(listId, whole.sha256), before, () =>
      files.removeFiles(account.accountId, listId, whole.sha256),
    );
    expect(removed).toBe(false);
    expect((await download(whole)).status).toBe(200);
  });
});

describe('an export that did not end', () => {
  it('leaves files for at most a day', async () => {
    const drafts = path.join(folder(), 'drafts');
    mkdirSync(drafts, { recursive: true });
    for (const [name, hoursAgo] of [
      ['old', 25],
      ['fresh', 1],
    ] as const) {
      writeFileSync(path.join(drafts, name), 'row_id');
      const at = new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
      utimesSync(path.join(drafts, name), at, at);
    }
    await pruneAfter(0);
    expect(readdirSync(drafts)).toEqual(['fresh']);
  });
});

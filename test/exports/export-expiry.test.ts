// Expiry of exports, deletion of their files and of old exports, and competing attempts.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAccount, updateAccount } from '../../src/accounts/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import type { Database } from '../../src/db/database.ts';
import { getExport } from '../../src/exports/actions.ts';
import { newFileName, openDirectoryFiles } from '../../src/exports/files/files.ts';
import { createExportRunner, startSweeping } from '../../src/exports/run.ts';
import { claimExport, completeExport, countAccepted, findExportFile, insertExport } from '../../src/exports/store.ts';
import { newId } from '../../src/lib/ids.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-expiry-'));
const hourMs = 3_600_000;

let database: TestDatabase;
let accountId: string;

before(async () => {
  database = await testDatabase();
  const account = { name: 'Ann', email: 'ann@example.com', plan: 'enterprise' } as const;
  accountId = (await createAccount(bySystem(database.db), account)).id;
});

after(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

const counts = { max_records: null, estimated_records: 0, total_matching: 0 };
const written = { records: 0, total_matching: 0, catalog_version: 1, size_bytes: 0, gzip_bytes: 0, sha256: '00' };

async function accepted(db: Database): Promise<string> {
  const id = newId('exp');
  const row = { id, account_id: accountId, idempotency_key: null, format: 'csv' as const, filters: {} };
  await db.transaction().execute((trx) => insertExport(trx, { ...row, ...counts, created_at: new Date() }));
  return id;
}

async function complete(db: Database, expiresAt: number): Promise<{ id: string; file: string }> {
  const id = await accepted(db);
  const file = newFileName(id);
  await claimExport(db, id, file);
  assert.ok(await completeExport(db, id, file, { ...written, expires_at: new Date(expiresAt) }));
  return { id, file };
}

test('an export expires on time, before any sweep; the sweep deletes its file and files of failed attempts', async () => {
  const { db } = database;
  const files = openDirectoryFiles(directory);
  const over = await complete(db, Date.now() - 1000);
  const alive = await complete(db, Date.now() + hourMs);
  const running = await accepted(db);
  await claimExport(db, running, newFileName(running));
  const again = newFileName(running);
  await claimExport(db, running, again);
  const unknownFiles = ['notes.txt', newFileName(newId('exp'))];
  const left = [over.file, `${over.file}.gz`, `${newFileName(alive.id)}.gz`, `${newFileName(running)}.part`];
  const kept = [alive.file, `${alive.file}.gz`, `${again}.part`, `${again}.gz.part`, ...unknownFiles];
  for (const name of [...left, ...kept]) writeFileSync(join(directory, name), 'x');

  assert.equal((await getExport(db, { id: over.id })).status, 'expired');
  assert.equal(await findExportFile(db, over.id), undefined);
  assert.equal((await getExport(db, { id: alive.id })).status, 'complete');

  const observed: unknown[] = [];
  const sweep = startSweeping(db, files, (observation) => observed.push(observation));
  await sweep.now();
  await sweep.close();
  assert.deepEqual(observed, []);
  assert.deepEqual(readdirSync(directory).sort(), kept.sort());
});

test('exports are deleted from the list 30 days after they ended', async () => {
  const { db } = database;
  const day = 24 * hourMs;
  const old = await complete(db, Date.now() - 31 * day);
  const young = await complete(db, Date.now() - 29 * day);
  await db
    .updateTable('exports')
    .set({ completed_at: new Date(Date.now() - 32 * day) })
    .where('id', 'in', [old.id, young.id])
    .execute();
  const sweep = startSweeping(db, openDirectoryFiles(directory), () => {});
  await sweep.now();
  await sweep.close();
  await assert.rejects(getExport(db, { id: old.id }), { code: 'not_found' });
  assert.equal((await getExport(db, { id: young.id })).status, 'expired');
});

test('of two attempts at one export only the last to claim it can complete it', async () => {
  const { db } = database;
  const id = await accepted(db);
  await claimExport(db, id, 'first');
  await claimExport(db, id, 'second');
  const expires_at = new Date(Date.now() + hourMs);
  assert.equal(await completeExport(db, id, 'first', { ...written, expires_at }), false);
  assert.equal(await completeExport(db, id, 'second', { ...written, expires_at }), true);
  assert.equal((await findExportFile(db, id))?.file, 'second');
  assert.equal(await claimExport(db, id, 'third'), undefined);
});

test('an accepted export of a suspended or downgraded account is not run, gives the reason and does not count', async () => {
  const { db } = database;
  const runner = createExportRunner({
    db,
    catalog: () => assert.fail('the catalog is read'),
    refresh: async () => {},
    files: openDirectoryFiles(directory),
    ttlMs: hourMs,
    observe: () => {},
  });
  const startOfToday = new Date(new Date().setUTCHours(0, 0, 0, 0));
  const accepts = () => db.transaction().execute((trx) => countAccepted(trx, accountId, startOfToday));
  const before = await accepts();
  for (const [change, reason] of [
    [{ suspended: true }, /^The account is suspended\. .+not count/],
    [{ suspended: false, plan: 'starter' }, /^The starter plan does not include exports\. .+not count/],
  ] as const) {
    const id = await accepted(db);
    await updateAccount(bySystem(db), { id: accountId, ...change });
    await runner.run(id, new AbortController().signal);
    const { status, error } = await getExport(db, { id });
    assert.equal(status, 'canceled');
    assert.match(error ?? '', reason);
    assert.equal(await accepts(), before);
  }
});

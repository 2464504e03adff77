import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { commit } from './actions.ts';
import { type Actor, system } from './actor.ts';
import { type AuditAction, differences, originOf } from './audit.ts';
import { listAudit, listOwnAudit } from './queries.ts';
import { auditRetentionMs, deleteAuditBefore, insertRecord } from './store.ts';

const operator: Actor = { kind: 'operator', keyId: null, requestId: 'req_1', address: '192.0.2.1' };
const byKey: Actor = { kind: 'key', keyId: 'key_1', requestId: 'req_2', address: '192.0.2.2' };

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  await write(operator, 'account.created', 'acc_1', 'acc_1');
  await write(operator, 'hook.edited', 'hook_1');
  await write(byKey, 'export.requested', 'exp_1', 'acc_1');
  await write(system, 'webhook.paused', 'wh_1', 'acc_1');
  await write(operator, 'account.created', 'acc_2', 'acc_2');
});
after(() => database.close());

function write(actor: Actor, action: AuditAction, subject: string, accountId?: string): Promise<boolean> {
  return commit({ db: database.db, actor }, (_, audit) => audit({ action, subject, accountId }));
}

test('listAudit filters by account, action, actor and subject, newest first', async () => {
  const subjects = async (query: Parameters<typeof listAudit>[1]) =>
    (await listAudit(database.db, query)).records.map(({ subject }) => subject);
  assert.deepEqual(await subjects({}), ['acc_2', 'wh_1', 'exp_1', 'hook_1', 'acc_1']);
  assert.deepEqual(await subjects({ account: 'acc_1' }), ['wh_1', 'exp_1', 'acc_1']);
  assert.deepEqual(await subjects({ action: 'account.created' }), ['acc_2', 'acc_1']);
  assert.deepEqual(await subjects({ actor: 'system' }), ['wh_1']);
  assert.deepEqual(await subjects({ actor: 'key_1' }), ['exp_1']);
  assert.deepEqual(await subjects({ subject: 'hook_1', actor: 'operator' }), ['hook_1']);
});

test('pages return every record once; an invalid cursor is rejected', async () => {
  const walked: string[] = [];
  let after: string | undefined;
  do {
    const page = await listAudit(database.db, { limit: 2, after });
    walked.push(...page.records.map(({ subject }) => subject));
    after = page.next ?? undefined;
  } while (after);
  assert.deepEqual(walked, ['acc_2', 'wh_1', 'exp_1', 'hook_1', 'acc_1']);
  for (const wrong of ['', 'aud_0', '7', 'aud_x'])
    await assert.rejects(listAudit(database.db, { after: wrong }), { code: 'invalid_cursor' });
});

test('a record keeps the first ten items of a longer list, and its length', async () => {
  const hooks = Array.from({ length: 11 }, (_, at) => `hook_${at}`);
  const change = { action: 'collection.hooks_saved', subject: 'col_1', details: { hooks, tags: ['a'] } } as const;
  await commit({ db: database.db, actor: byKey }, (_, audit) => audit(change));
  const [record] = (await listAudit(database.db, { subject: 'col_1' })).records;
  assert.deepEqual(record?.details, { hooks: hooks.slice(0, 10), hooks_count: 11, tags: ['a'] });
});

test("an account sees its own records, without the operator's request id and IP address", async () => {
  const { records } = await listOwnAudit(database.db, { accountId: 'acc_1' });
  assert.deepEqual(
    records.map(({ subject, actor, address, request_id }) => [subject, actor, address, request_id]),
    [
      ['wh_1', 'system', null, null],
      ['exp_1', 'key', '192.0.2.2', 'req_2'],
      ['acc_1', 'operator', null, null],
    ],
  );
});

test('a rolled-back transaction leaves no record', async () => {
  const failing = commit({ db: database.db, actor: operator }, async (_, audit) => {
    await audit({ action: 'key.revoked', subject: 'key_9' });
    throw new Error('no');
  });
  await assert.rejects(failing, { message: 'no' });
  assert.deepEqual((await listAudit(database.db, { subject: 'key_9' })).records, []);
});

test('a change given as rows records the differences as details, and nothing if the rows are equal', async () => {
  const ctx = { db: database.db, actor: byKey };
  const before = { name: 'A', url: 'https://a.example/x?token=1' };
  const fields = ['name', 'url'] as const;
  const write = (after: typeof before) =>
    commit(ctx, (_, audit) =>
      audit({ action: 'webhook.changed', subject: 'wh_2', before, after, fields, show: { url: originOf } }),
    );
  assert.equal(await write({ ...before }), false);
  assert.equal(await write({ ...before, url: 'https://b.example/' }), true);
  const { records } = await listAudit(database.db, { subject: 'wh_2' });
  const url = { from: 'https://a.example', to: 'https://b.example' };
  assert.deepEqual(
    records.map(({ details }) => details),
    [{ url }],
  );
});

test('a process reloads its data after the transaction commits, but not after a rollback', async () => {
  const reloaded: string[] = [];
  const reload = (part: string) => async (accountId?: string) => {
    reloaded.push(accountId ?? part);
  };
  const refresh = {
    catalog: reload('catalog'),
    sources: reload('sources'),
    keys: reload('keys'),
    feeds: reload('feeds'),
  };
  const ctx = { db: database.db, actor: operator, refresh };
  await commit(ctx, async () => assert.deepEqual(reloaded, []), 'catalog');
  await commit(ctx, async () => {}, { keys: 'acc_1' });
  await commit(ctx, async () => {});
  await assert.rejects(
    commit(ctx, () => Promise.reject(new Error('no')), 'sources'),
    { message: 'no' },
  );
  assert.deepEqual(reloaded, ['catalog', 'acc_1']);
});

test('records are deleted after 400 days', async () => {
  const { db } = database;
  const [days, now] = [24 * 3_600_000, Date.now()];
  const row = { actor_kind: 'system' as const, action: 'source.run', details: '{}' };
  for (const [subject, age] of [['src_old', 401] as const, ['src_young', 399] as const]) {
    const at = new Date(now - age * days);
    await db.transaction().execute((trx) => insertRecord(trx, { ...row, subject, at }));
  }
  await deleteAuditBefore(db, new Date(now - auditRetentionMs));
  const { records } = await listAudit(db, { action: 'source.run' });
  assert.deepEqual(
    records.map(({ subject }) => subject),
    ['src_young'],
  );
});

test('differences lists the changed fields, and only the origin of a URL', () => {
  const before = { plan: 'free', limits: { per_day: null as number | null }, url: 'https://a.example/x?token=1' };
  const change = { ...before, limits: { per_day: 5 }, url: 'https://a.example/x?token=2' };
  assert.deepEqual(differences(before, change, ['plan', 'limits', 'url'], { url: originOf }), {
    limits: { from: { per_day: null }, to: { per_day: 5 } },
    url: { from: 'https://a.example', to: 'https://a.example' },
  });
  assert.equal(differences(before, { ...before }, ['plan', 'limits', 'url']), undefined);
  assert.equal(originOf('https://user:word@b.example:8443/path?x=1'), 'https://b.example:8443');
  assert.equal(originOf('/data/hooks.jsonl'), '/data/hooks.jsonl');
});

// Deleted accounts: what stops at once in every process, the data of the account, restoring, and erasure.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/db/database.ts';
import { sectionNames } from '../../src/erasure/store-data.ts';
import { readOutbox } from '../setup/outbox.ts';
import { startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let second: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let database: ReturnType<typeof openDatabase>;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  second = await testService({ HOOKLINE_ROLES: 'api' }, async () => service.databaseUrl);
  receiver = await startReceiver((res) => res.writeHead(200).end());
  await service.import(hookLine('Money is louder than advice'), 'preset=hookline&format=jsonl');
  database = openDatabase(service.databaseUrl, () => {});
});

after(async () => {
  await database.close();
  await receiver.close();
  await second.close();
  await service.close();
});

const act = (method: string, id: string, part = '', body: object = {}) =>
  service.operator(method, `/operator/accounts/${id}${part}`, method === 'GET' ? undefined : body);
const mailTo = (email: string, subject: string) =>
  until(
    async () => readOutbox(service.dataDir, subject).find((mail) => mail.includes(`To: ${email}`)) ?? '',
    (mail) => mail !== '',
  );
const dataLinkIn = (mail: string) => /\/account-data\/\w+/.exec(mail)?.[0] ?? assert.fail(`no link in:\n${mail}`);

/** An account with a row in every table that can refer to one. */
async function busyAccount() {
  const account = await service.account('enterprise');
  const { id, key, email } = account;
  const session = await signIn(service, email);
  await session.send('POST', '/account/requests', { plan: 'scale', use_case: 'Secret plans' });
  assert.equal((await service.get('/hooks', key)).status, 200);
  await service.send('POST', '/webhooks', key, { body: { webhook_url: `${receiver.url}?token=hush` } });
  const { body } = await service.send('POST', '/export', key, { body: { format: 'json' } });
  await service.observed('export_finished', body.export_id);
  const { body: exported } = await service.get(`/export/${body.export_id}`, key);
  await until(
    async () => (await act('GET', id, '/data')).body.usage,
    (usage) => usage.length > 0,
  );
  return { ...account, session, download: new URL(exported.download_url), exportId: body.export_id };
}

test('keys, sign-in, webhooks and downloads of a deleted account stop at once, in every process; restoring brings them back', async () => {
  const { id, key, email, session, download } = await busyAccount();
  assert.equal((await second.get('/hooks', key)).status, 200);
  const deleted = await act('DELETE', id, '', { reason: 'You asked for it.' });
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body));
  const { deleted_at, erase_after, reason } = deleted.body.deletion;
  assert.equal(Date.parse(erase_after) - Date.parse(deleted_at), 30 * 86_400_000);
  assert.equal(reason, 'You asked for it.');
  assert.equal((await service.get('/hooks', key)).status, 401);
  await until(
    async () => (await second.get('/hooks', key)).status,
    (status) => status === 401,
  );
  assert.equal((await session.send('GET', '/account')).status, 401);
  assert.equal((await fetch(download)).status, 410);
  assert.equal((await act('DELETE', id)).status, 409);
  assert.equal((await act('PATCH', id, '', { plan: 'pro' })).status, 409);
  const listed = async (query: string) => (await service.operator('GET', `/operator/accounts?q=${id}${query}`)).body;
  assert.deepEqual([(await listed('')).total, (await listed('&deleted=true')).total], [0, 1]);

  const mail = await mailTo(email, 'Your Hookline account was deleted');
  assert.ok(mail.includes('You asked for it.') && mail.includes(erase_after.slice(0, 10)));
  const link = dataLinkIn(mail);
  const data = await service.send('GET', link);
  assert.equal(data.status, 200);
  assert.match(data.headers.get('content-disposition') ?? '', /attachment/);
  assert.equal(data.body.account.id, id);
  assert.equal((await service.send('GET', `${link}x`)).status, 410);

  assert.equal((await act('POST', id, '/restore', { message: 'Welcome back.' })).status, 200);
  assert.equal((await service.get('/hooks', key)).status, 200);
  assert.equal((await service.send('GET', link)).status, 410);
  assert.match(await mailTo(email, 'Your Hookline account was restored'), /Welcome back\./);
  await signIn(service, email, 2);
  assert.equal((await act('POST', id, '/restore')).status, 409);
});

test('a sign-in link from before the deletion signs nobody in, and a suspension survives being restored', async () => {
  const { id, key, email } = await service.account('pro');
  await act('PATCH', id, '', { suspended: true });
  await service.send('POST', '/sign-in-links', undefined, { body: { email } });
  const mailed = await service.observed('sign_in_link_mailed', email);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
  const token = new URLSearchParams(new URL(mailed.link).hash.slice(1)).get('token');
  await act('DELETE', id);
  const headers = { 'sec-fetch-site': 'same-origin' };
  assert.equal((await service.send('POST', '/session', undefined, { body: { token }, headers })).status, 401);
  const request = { name: 'Again', email, use_case: 'A script generator', expected_calls_per_month: 10 };
  const { body } = await service.send('POST', '/key-requests', undefined, { body: request });
  assert.equal((await service.operator('POST', `/operator/key-requests/${body.data.id}/approve`, {})).status, 409);
  assert.equal((await act('POST', id, '/restore')).body.suspended, true);
  assert.equal((await service.get('/hooks', key)).body.code, 'account_suspended');
});

test('the data of an account has rows of every section, and no secret, hash or note', async () => {
  const { id, key, email } = await busyAccount();
  await act('PATCH', id, '', { note: 'Difficult on the phone' });
  const { status, body, headers } = await act('GET', id, '/data');
  assert.equal(status, 200);
  assert.match(headers.get('content-disposition') ?? '', new RegExp(`${id}\\.json`));
  assert.deepEqual([body.account.email, body.truncated], [email, []]);
  const { sign_in, ...rest } = body;
  const filled: string[] = [];
  for (const [name, rows] of Object.entries({ ...sign_in, ...rest }))
    if (Array.isArray(rows) && rows.length > 0) filled.push(name);
  for (const name of ['users', 'sessions', 'keys', 'requests', 'webhooks', 'exports', 'usage', 'activity'])
    assert.ok(filled.includes(name), `${name} is empty`);
  const text = JSON.stringify(body);
  for (const part of [key, 'Difficult', 'hash', 'sealed', 'secret"', '"token"']) assert.ok(!text.includes(part), part);
});

test('every table that refers to an account is in its data, or known to hold nothing more of it', async () => {
  const { rows } = await sql<{ name: string }>`select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('account_id', 'user_id') order by 1`.execute(database.db);
  const shown: readonly string[] = sectionNames;
  const asSection: Record<string, string> = {
    usage_log: 'usage',
    usage_windows: 'quota',
    key_requests: 'requests',
    webhook_endpoints: 'webhooks',
    oauth_consents: 'apps',
    members: 'users',
  };
  // Tokens and clients of the apps that are listed, a counter, and the log that is in the data as `activity`.
  const known = ['oauth_access_tokens', 'oauth_refresh_tokens', 'oauth_clients', 'session_reads', 'audit_log'];
  // A partition is part of its table.
  const tables = rows.filter(({ name }) => !/^request_log_/.test(name));
  const missing = tables.filter(({ name }) => !known.includes(name) && !shown.includes(asSection[name] ?? name));
  assert.deepEqual(missing, []);
});

test('erasure leaves no personal data in any table, file or email; of the audit log it leaves times, actions and ids', async () => {
  const { id, key, email } = await busyAccount();
  const secondEmail = `former-${email}`;
  await act('PATCH', id, '', { email: secondEmail, name: 'Zebulon Quux' });
  await mailTo(secondEmail, 'This is now the email');
  assert.equal((await act('POST', id, '/erase')).status, 409, 'it is not deleted');
  await act('DELETE', id, '', { reason: 'Zebulon asked' });
  await mailTo(secondEmail, 'Your Hookline account was deleted');
  assert.equal((await act('POST', id, '/erase')).status, 202);
  await until(
    async () => (await act('GET', id)).status,
    (status) => status === 404,
  );
  assert.equal((await act('POST', id, '/restore')).status, 404);
  assert.equal((await service.get('/hooks', key)).status, 401);
  const { rows: tables } = await sql<{
    name: string;
  }>`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(
    database.db,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)} as t
      where t::text ilike any(array[${`%${secondEmail}%`}, '%zebulon%'])`.execute(database.db);
    if ((rows[0]?.n ?? 0) > 0) holding.push(name);
  }
  assert.deepEqual(holding, []);
  assert.deepEqual(
    readOutbox(service.dataDir, '').filter((mail) => mail.includes(secondEmail)),
    [],
  );
  const { body } = await service.operator('GET', `/operator/audit?account=${id}&limit=200`);
  assert.ok(body.records.length > 4);
  for (const { details, address, actor } of body.records) {
    assert.deepEqual(details, {});
    assert.ok(actor === 'operator' || address === null);
  }
  assert.equal(body.records[0].action, 'account.erased');
  const again = await service.operator('POST', '/operator/accounts', { name: 'New', email: secondEmail });
  assert.equal(again.status, 201, 'the email is free again');
});

test('the job erases an account when its 30 days are over, not before, and not one that was restored', async () => {
  const [due, early, restored] = [
    await service.account('pro'),
    await service.account('pro'),
    await service.account('pro'),
  ];
  for (const { id } of [due, early, restored]) await act('DELETE', id, '', { notify: false });
  await act('POST', restored.id, '/restore');
  await sql`update accounts set erase_after = now() - interval '1 second' where id = ${due.id}`.execute(database.db);
  // Asking for the erasure of another one starts the job.
  const { id: other } = await service.account('pro');
  await act('DELETE', other);
  await act('POST', other, '/erase');
  const statusOf = async (id: string) => (await act('GET', id)).status;
  await until(
    async () => [await statusOf(due.id), await statusOf(other)],
    (statuses) => statuses.every((status) => status === 404),
  );
  assert.deepEqual([await statusOf(early.id), await statusOf(restored.id)], [200, 200]);
});

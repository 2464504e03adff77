// Accounts for the operator: search, filters, usage, pages. Deleted accounts: what stops at once, the account's data, restoring, erasure.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sectionNames } from '../../src/erasure/store.ts';
import { startReceiver } from '../setup/receiver.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { createSession, signInAsOperator } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';
import { newAddress, newEmail, peopleOf } from './people.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** This account is deleted, restored and finally erased. */
let busy: Awaited<ReturnType<typeof busyAccount>>;

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
  receiver = await startReceiver((res) => res.writeHead(200).end());
  busy = await busyAccount();
});

after(() => receiver.close());

const act = (method: string, id: string, part = '', body: object = {}) =>
  service.operator(method, `/operator/accounts/${id}${part}`, method === 'GET' ? undefined : body);
const untilErased = (id: string) =>
  until(
    async () => (await act('GET', id)).status,
    (status) => status === 404,
  );

/** An account with a session, a request, a webhook, an export and usage. */
async function busyAccount() {
  const account = await people.owner();
  const { id, key, session } = account;
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
  return { ...account, download: new URL(exported.download_url) };
}

test('keys, sign-in, webhooks and downloads of a deleted account stop at once; restoring brings them back', async () => {
  const { id, key, email, session, download } = busy;
  const { status, body } = await act('DELETE', id, '', { reason: 'You asked for it.' });
  assert.equal(status, 200, JSON.stringify(body));
  const { deleted_at, erase_after } = body.deletion;
  assert.equal(Date.parse(erase_after) - Date.parse(deleted_at), 30 * 86_400_000);
  assert.equal((await service.get('/hooks', key)).status, 401);
  assert.equal((await session.send('GET', '/account')).status, 401);
  assert.equal((await fetch(download)).status, 410);
  assert.equal((await act('DELETE', id)).status, 409);
  assert.equal((await act('PATCH', id, '', { plan: 'pro' })).status, 409);
  const listed = async (filter: string) => (await service.operator('GET', `/operator/accounts?q=${id}${filter}`)).body;
  assert.deepEqual([(await listed('')).total, (await listed('&deleted=true')).total], [0, 1]);

  const mail = await people.mailTo(email, 'Your Hookline account was deleted');
  assert.ok(mail.includes('You asked for it.') && mail.includes(erase_after.slice(0, 10)));
  const [link = ''] = /\/account-data\/\w+/.exec(mail) ?? [];
  const data = await service.send('GET', link);
  assert.deepEqual([data.status, data.body.account.id], [200, id]);
  assert.match(data.headers.get('content-disposition') ?? '', /attachment/);
  assert.equal((await service.send('GET', `${link}x`)).status, 410);

  assert.equal((await act('POST', id, '/restore', { message: 'Welcome back.' })).status, 200);
  assert.equal((await service.get('/hooks', key)).status, 200);
  assert.equal((await service.send('GET', link)).status, 410);
  assert.match(await people.mailTo(email, 'Your Hookline account was restored'), /Welcome back\./);
  await people.signIn(email);
  assert.equal((await act('POST', id, '/restore')).status, 409);
});

test('an owner deletes the account with the effects of an operator’s deletion, and is signed out and mailed', async () => {
  const { id, key, email, session } = await people.owner();
  const developer = await people.joined(session, 'developer');
  assert.equal((await service.send('DELETE', '/account', key)).body.code, 'session_required');
  assert.equal((await developer.session.send('DELETE', '/account')).body.code, 'role_required');
  assert.equal((await service.get('/hooks', key)).status, 200);
  const { status, body } = await session.send('DELETE', '/account');
  assert.equal(status, 200, JSON.stringify(body));
  assert.ok(Date.parse(body.data.erase_after) > Date.now() + 29 * 86_400_000);
  assert.equal((await service.get('/hooks', key)).status, 401);
  assert.equal((await session.send('GET', '/session')).body.data, null);
  const mail = await people.mailTo(email, 'Your Hookline account was deleted');
  assert.ok(mail.includes(`${email} deleted your account`) && /\/account-data\/\w+/.test(mail), mail);
  const [record] = (await service.operator('GET', `/operator/audit?account=${id}&action=account.deleted`)).body.records;
  assert.deepEqual([record.actor, record.member_email], ['session', email]);
  assert.equal((await act('POST', id, '/restore')).status, 200);
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test('an owner downloads the data of the account; other roles, keys and a viewing operator cannot', async () => {
  const { id, key, email, session } = await people.owner();
  const billing = await people.joined(session, 'billing');
  const { status, body, headers } = await session.send('GET', '/account/data');
  assert.deepEqual([status, body.account.id, body.account.email], [200, id, email]);
  assert.match(headers.get('content-disposition') ?? '', /attachment; filename="hookline-account\.json"/);
  assert.ok(body.keys.length > 0 && !JSON.stringify(body).includes(key));
  assert.equal((await billing.session.send('GET', '/account/data')).body.code, 'role_required');
  assert.equal((await service.get('/account/data', key)).body.code, 'session_required');
  const operator = await signInAsOperator(service);
  await operator.send('POST', `/operator/accounts/${id}/view`);
  assert.equal((await operator.send('GET', '/account')).status, 200);
  assert.equal((await operator.send('GET', '/account/data')).body.code, 'view_only');
  await act('PATCH', id, '', { suspended: true });
  const suspended = await session.send('GET', '/account/data');
  assert.equal(suspended.status, 200, 'also of a suspended account');
  const exported = suspended.body.activity.filter(
    ({ action }: { action: string }) => action === 'account.data_exported',
  );
  assert.deepEqual([exported.length, exported[0].member_email], [1, email]);
});

test('members with a write permission rename the account and set its time zone, and the log names the changes', async () => {
  const { id, session } = await people.owner();
  const developer = await people.joined(session, 'developer');
  const viewer = await people.joined(session, 'viewer');
  const changed = await developer.session.send('PATCH', '/account', { name: ' Reelhouse ', timezone: 'Asia/Tokyo' });
  const { name, timezone } = changed.body.data.account;
  assert.deepEqual([changed.status, name, timezone], [200, 'Reelhouse', 'Asia/Tokyo']);
  assert.equal((await viewer.session.send('PATCH', '/account', { name: 'Mine' })).body.code, 'role_required');
  const { body } = await developer.session.send('PATCH', '/account', { name: '', timezone: 'Mars/Base' });
  const faults = body.errors.map(({ pointer }: { pointer: string }) => pointer);
  assert.deepEqual(faults, ['#/name', '#/timezone']);
  const { body: log } = await session.send('GET', '/account/audit?kind=account');
  const [zone, renamed] = log.data;
  assert.deepEqual([renamed.subject, renamed.subject_name, renamed.details.name.to], [id, 'Reelhouse', 'Reelhouse']);
  assert.deepEqual([zone.details.timezone.to, zone.member_email], ['Asia/Tokyo', developer.email]);
});

test('a sign-in link from before the deletion is refused, and a restored account stays suspended', async () => {
  const { id, key, email } = await service.account('pro');
  await act('PATCH', id, '', { suspended: true });
  const link = await people.linkFor(email);
  await act('DELETE', id);
  assert.equal((await createSession(service, link)).status, 401);
  const { body } = await service.send('POST', '/key-requests', undefined, {
    body: { name: 'Again', email, use_case: 'A script generator', expected_calls_per_month: 10 },
    headers: { 'x-forwarded-for': newAddress() },
  });
  assert.equal((await service.operator('POST', `/operator/key-requests/${body.data.id}/approve`, {})).status, 409);
  assert.equal((await act('POST', id, '/restore')).body.suspended, true);
  assert.equal((await service.get('/hooks', key)).body.code, 'account_suspended');
});

test('the data of an account has rows in every section, and no secret, hash or note', async () => {
  const { id, key, email } = busy;
  await act('PATCH', id, '', { note: 'Difficult on the phone' });
  const { status, body, headers } = await act('GET', id, '/data');
  assert.equal(status, 200);
  assert.match(headers.get('content-disposition') ?? '', new RegExp(`${id}\\.json`));
  assert.deepEqual([body.account.email, body.truncated], [email, []]);
  const sections: Record<string, unknown[]> = { ...body.sign_in, ...body };
  for (const name of ['users', 'sessions', 'keys', 'requests', 'webhooks', 'exports', 'usage', 'activity'])
    assert.ok(sections[name]?.length, `${name} is empty`);
  const text = JSON.stringify(body);
  for (const part of [key, 'Difficult', 'hash', 'sealed', 'secret"', '"token"']) assert.ok(!text.includes(part), part);
});

test('every table that refers to an account is in its data, or known to add nothing to it', async () => {
  const rows: { name: string }[] = await query(
    service,
    `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('account_id', 'user_id') order by 1`,
  );
  const shown: readonly string[] = sectionNames;
  const asSection: Record<string, string> = {
    usage_log: 'usage',
    usage_windows: 'quota',
    key_requests: 'requests',
    webhook_endpoints: 'webhooks',
    oauth_consents: 'apps',
    members: 'users',
  };
  // Tokens and clients of listed apps, counters, and the audit log, which is `activity` in the data.
  const known = [
    'oauth_access_tokens',
    'oauth_refresh_tokens',
    'oauth_clients',
    'session_reads',
    'daily_changes',
    'audit_log',
  ];
  // A partition is part of its table.
  const tables = rows.filter(({ name }) => !/^request_log_/.test(name));
  const missing = tables.filter(({ name }) => !known.includes(name) && !shown.includes(asSection[name] ?? name));
  assert.deepEqual(missing, []);
});

test('erasure leaves no personal data in any table, file or email; the audit log keeps times, actions and ids', async () => {
  const { id, key, email } = busy;
  const nextEmail = newEmail('zebulon');
  await act('PATCH', id, '', { email: nextEmail, name: 'Zebulon Quux' });
  await people.mailTo(nextEmail, 'This is now the email');
  const wanted = newEmail('zebulon');
  const owner = await people.signIn(nextEmail);
  assert.equal((await owner.send('PATCH', '/account', { email: wanted })).status, 200);
  await people.mailTo(wanted, 'Confirm the new email');
  assert.equal((await act('POST', id, '/erase')).status, 409, 'it is not deleted');
  await act('DELETE', id, '', { reason: 'Zebulon asked' });
  await people.mailTo(nextEmail, 'Your Hookline account was deleted');
  assert.equal((await act('POST', id, '/erase')).status, 202);
  await untilErased(id);
  assert.equal((await act('POST', id, '/restore')).status, 404);
  assert.equal((await service.get('/hooks', key)).status, 401);
  const tables = await query(
    service,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const counts = tables.map(({ name }) => `select '${name}' as name from ${name} as t where t::text ~* 'zebulon'`);
  assert.deepEqual(await query(service, counts.join(' union all ')), []);
  const mails = [people.mailsTo(nextEmail, ''), people.mailsTo(wanted, ''), people.mailsTo(email, 'Zebulon')];
  assert.deepEqual(mails, [[], [], []]);
  const { body } = await service.operator('GET', `/operator/audit?account=${id}&limit=200`);
  assert.ok(body.records.length > 4);
  for (const { details, address, actor } of body.records) {
    assert.deepEqual(details, {});
    assert.ok(actor === 'operator' || address === null);
  }
  assert.equal(body.records[0].action, 'account.erased');
  const again = await service.operator('POST', '/operator/accounts', { name: 'New', email: nextEmail });
  assert.equal(again.status, 201, 'the email is free again');
});

test('the job erases an account after 30 days, not before, and not a restored one', async () => {
  const [due, early, restored, other] = await Promise.all(Array.from({ length: 4 }, () => service.account('pro')));
  const idOf = (account: typeof due) => account?.id ?? '';
  for (const account of [due, early, restored, other]) await act('DELETE', idOf(account), '', { notify: false });
  await act('POST', idOf(restored), '/restore');
  await query(service, `update accounts set erase_after = now() - interval '1 second' where id = $1`, [idOf(due)]);
  // A request for another account's erasure starts the job.
  await act('POST', idOf(other), '/erase');
  await Promise.all([untilErased(idOf(due)), untilErased(idOf(other))]);
  for (const account of [early, restored]) assert.equal((await act('GET', idOf(account))).status, 200);
});

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('accounts are found by part of name, email or id, by plan and by suspension', async () => {
  const make = async (name: string, email: string, plan: string) =>
    (await service.operator('POST', '/operator/accounts', { name, email, plan })).body.id;
  const id = await make('Ada Lovelace', 'countess@search.example', 'scale');
  await make('Grace Hopper', 'grace@search.example', 'free');
  const gone = await make('Lovelace Ltd', 'ada.two@search.example', 'free');
  await service.operator('PATCH', `/operator/accounts/${gone}`, { suspended: true });
  const find = async (parameters: string) => {
    const page = await read(`/operator/accounts?${parameters}`);
    return { ...page, names: page.accounts.map(({ name }: { name: string }) => name) };
  };
  for (const [parameters, expected] of [
    ['q=LOVELACE', ['Ada Lovelace', 'Lovelace Ltd']],
    ['q=Countess%40', ['Ada Lovelace']],
    [`q=${id.slice(4).toLowerCase()}`, ['Ada Lovelace']],
    // A percent sign is not a wildcard.
    ['q=%25', []],
    ['q=search.example&plan=free&suspended=false', ['Grace Hopper']],
    ['q=search.example&suspended=true', ['Lovelace Ltd']],
    ['q=search.example&sort=newest', ['Lovelace Ltd', 'Grace Hopper', 'Ada Lovelace']],
  ] as const)
    assert.deepEqual((await find(parameters)).names, expected, parameters);
  const first = await find('q=search.example&sort=newest&limit=2');
  assert.deepEqual([first.total, first.names.length], [3, 2]);
  const rest = await find(`q=search.example&sort=newest&limit=2&after=${first.next}`);
  assert.deepEqual([rest.names, rest.next], [['Ada Lovelace'], null]);
  for (const parameters of ['plan=gold', 'sort=name'])
    assert.equal((await service.operator('GET', `/operator/accounts?${parameters}`)).status, 400, parameters);
});

test('accounts are sorted by calls this month, in pages that repeat and omit none', async () => {
  const [quiet, busiest] = [await service.account('free'), await service.account('free')];
  const idle = await service.account('free');
  for (const [{ id }, calls] of [
    [quiet, 900_000_001],
    [busiest, 900_000_002],
  ] as const)
    await query(
      service,
      `insert into usage_windows (account_id, kind, starts_on, leased)
        values ($1, 'month', date_trunc('month', now() at time zone 'UTC'), $2)`,
      [id, calls],
    );
  const ids: string[] = [];
  let next = '';
  do {
    const page = await read(`/operator/accounts?sort=busiest&limit=100${next}`);
    ids.push(...page.accounts.map(({ id }: { id: string }) => id));
    next = page.next && `&after=${page.next}`;
    assert.ok(next || ids.length === page.total);
  } while (next);
  assert.deepEqual(ids.slice(0, 2), [busiest.id, quiet.id]);
  assert.ok(ids.includes(idle.id) && new Set(ids).size === ids.length);
});

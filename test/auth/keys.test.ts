// Key restrictions: scopes and allowed addresses. Emails about keys, and reports of leaked keys.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { KeyScope } from '../../src/accounts/caller.ts';
import { newKey } from '../../src/auth/keys/key.ts';
import { newAddress, peopleOf } from '../accounts/people.ts';
import { endpointsOf } from '../setup/endpoints.ts';
import type { TestService } from '../setup/service.ts';
import type { SignedIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;
let session: SignedIn;

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
  ({ session } = await people.owner());
});

const scopes: KeyScope[] = ['read', 'export', 'webhooks', 'usage'];
const from = (address: string) => ({ 'x-forwarded-for': address });

async function create(body: Record<string, unknown> = {}, holder = session): Promise<{ id: string; key: string }> {
  const created = await holder.send('POST', '/account/keys', body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.data;
}

/** Written independently of the entries of the endpoints. */
function scopeOf(path: string): KeyScope {
  if (/^\/exports?\b/.test(path)) return 'export';
  // This payload for development comes from the catalog.
  if (path === '/webhooks/sample') return 'read';
  if (path.startsWith('/webhooks')) return 'webhooks';
  return /^\/(usage|requests)\b/.test(path) ? 'usage' : 'read';
}

test('every endpoint refuses a key without its scope, names the scope, and accepts it alone', async () => {
  const { session: holder } = await people.owner();
  const keys = new Map<string, string>();
  for (const scope of scopes) {
    keys.set(scope, (await create({ scopes: [scope] }, holder)).key);
    keys.set(`not ${scope}`, (await create({ scopes: scopes.filter((other) => other !== scope) }, holder)).key);
  }
  for (const { method, path, body } of endpointsOf('key')) {
    const scope = scopeOf(path);
    const url = path.replace(/:\w+/g, 'none');
    const send = (key: string | undefined) => service.send(method, url, key, body ? { body: {} } : {});
    const refused = await send(keys.get(`not ${scope}`));
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.required_scope],
      [403, 'scope_required', scope],
      `${method} ${path}`,
    );
    assert.match(refused.body.detail, new RegExp(`scope ${scope}\\..*/dashboard/keys`));
    assert.notEqual((await send(keys.get(scope))).status, 403, `${method} ${path}`);
  }
});

test('a key with a limit stops at it, other keys do not, and the error names which limit', async () => {
  const { session: holder } = await people.owner();
  const { key, id } = await create({ name: 'script', limits: { per_day: 2 } }, holder);
  const { key: other } = await create({}, holder);
  const first = await service.get('/hooks?limit=1', key);
  assert.match(first.headers.get('ratelimit-policy') ?? '', /"key-day";q=2;w=86400/);
  assert.deepEqual([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')], ['2', '1']);
  assert.equal((await service.get('/hooks?limit=1', key)).status, 200);
  const refused = await service.get('/hooks?limit=1', key);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.limit, refused.body.key_id],
    [429, 'quota_exceeded', 'key', id],
  );
  assert.ok(refused.body.detail.includes(id), refused.body.detail);
  assert.equal((await service.get('/hooks?limit=1', other)).status, 200, 'other keys go on');
  const usage = await service.get('/usage', key);
  const { data } = usage.body;
  assert.deepEqual([data.key_windows.length, data.key_windows[0].limit, data.key_windows[0].used], [1, 2, 2]);
  assert.equal(data.windows[0].used, 3);
  await holder.send('PATCH', `/account/keys/${id}`, { limits: { per_day: 3 } });
  await until(
    () => service.get('/hooks?limit=1', key),
    ({ status }) => status === 200,
  );
  assert.equal((await service.get('/hooks?limit=1', key)).status, 429, 'earlier calls count');
  await holder.send('PATCH', `/account/keys/${id}`, { limits: { per_day: null } });
  await until(
    () => service.get('/hooks?limit=1', key),
    ({ status }) => status === 200,
  );
});

test('a key with allowed addresses works only from these, behind a trusted proxy and in IPv6', async () => {
  const { key } = await create({ allowed_ips: ['203.0.113.0/24', '2001:db8::/32'] });
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::9'])
    assert.equal((await service.get('/hooks', key, from(address))).status, 200, address);
  for (const [address, seen = address] of [
    ['198.51.100.9'],
    ['2001:db9::9'],
    ['::ffff:198.51.100.9', '198.51.100.9'],
    ['203.0.113.9, 198.51.100.9', '198.51.100.9'],
  ] as const) {
    const refused = await service.get('/hooks', key, from(address));
    assert.deepEqual([refused.status, refused.body.code], [403, 'address_not_allowed'], address);
    assert.equal(refused.body.address, seen);
    assert.ok(refused.body.detail.includes(`from the address ${seen}.`), refused.body.detail);
    assert.equal(refused.headers.get('ratelimit'), null, 'nothing of the account is shown');
  }
});

test('a key used from an address that it does not allow counts for that address, and still works elsewhere', async () => {
  const { key } = await create({ allowed_ips: ['203.0.113.1'] });
  const stranger = from(newAddress());
  const thief = () => service.send('POST', '/export', key, { body: {}, headers: stranger });
  for (let n = 0; n < 60; n++) assert.equal((await thief()).status, 403);
  assert.equal((await thief()).status, 429);
  assert.equal((await service.get('/hooks', key, from('203.0.113.1'))).status, 200);
});

test('errors of a key change point to invalid values', async () => {
  const { id } = await create();
  const wrong = await session.send('PATCH', `/account/keys/${id}`, {
    allowed_ips: ['203.0.113.7', '203.0.113.300', 7],
    scopes: ['read', 'write'],
  });
  assert.equal(wrong.status, 422);
  assert.deepEqual(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    '#/allowed_ips/1',
    '#/allowed_ips/2',
    '#/scopes/1',
  ]);
  for (const change of [{ allowed_ips: [] }, { scopes: [] }, { key: 'x' }])
    assert.equal((await session.send('PATCH', `/account/keys/${id}`, change)).status, 422, JSON.stringify(change));
});

test('a key change takes effect at once, is audited, and survives regenerating the key', async () => {
  const { session: holder } = await people.owner();
  const { id, key } = await create({ name: 'site' }, holder);
  const change = { name: 'shop', scopes: ['usage', 'read'], allowed_ips: ['10.0.0.0/8'] };
  const changed = await holder.send('PATCH', `/account/keys/${id}`, change);
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual([changed.body.data.name, changed.body.data.scopes], ['shop', ['read', 'usage']]);
  assert.equal((await service.get('/exports', key)).body.code, 'scope_required');
  assert.equal((await service.get('/hooks', key, from('203.0.113.1'))).body.code, 'address_not_allowed');
  await holder.send('PATCH', `/account/keys/${id}`, change);
  const { body: log } = await holder.send('GET', '/account/audit?kind=key');
  const changes = log.data.filter(({ action }: { action: string }) => action === 'key.changed');
  assert.equal(changes.length, 1, 'what changes nothing is not recorded');
  assert.deepEqual(changes[0].details, {
    name: { from: 'site', to: 'shop' },
    scopes: { from: scopes, to: ['read', 'usage'] },
    allowed_ips: { from: null, to: ['10.0.0.0/8'] },
  });
  const { body: next } = await holder.send('POST', `/account/keys/${id}/regenerate`, {});
  const { name, scopes: kept, allowed_ips } = next.data;
  assert.deepEqual({ name, scopes: kept, allowed_ips }, { ...change, scopes: ['read', 'usage'] });
  const opened = await holder.send('PATCH', `/account/keys/${next.data.id}`, { scopes, allowed_ips: null });
  assert.deepEqual([opened.body.data.scopes, opened.body.data.allowed_ips], [scopes, null]);
  assert.equal((await service.get('/exports', next.data.key, from('203.0.113.1'))).status, 200);
  await holder.send('DELETE', `/account/keys/${id}`);
  assert.equal((await holder.send('PATCH', `/account/keys/${id}`, { name: 'x' })).status, 409);
  const stranger = await session.send('PATCH', `/account/keys/${next.data.id}`, { allowed_ips: null });
  assert.equal(stranger.status, 404);
});

const issuedSubject = 'New API key for your Hookline account';

test('the account is mailed about every new key, without the key', async () => {
  const { id, email, session: holder } = await people.owner();
  const made = await create(
    { name: 'shop\nBcc: eve@example.com', scopes: ['read'], allowed_ips: ['192.0.2.1'] },
    holder,
  );
  const { body: next } = await holder.send('POST', `/account/keys/${made.id}/regenerate`, { grace_seconds: 0 });
  const { body: byOperator } = await service.operator('POST', `/operator/accounts/${id}/keys`, { name: 'ops' });
  await people.mailTo(email, issuedSubject, 4);
  const mails = people.mailsTo(email, issuedSubject);
  const [, first = '', replacing = '', third = ''] = mails;
  for (const part of ['Name: shop Bcc: eve@example.com', 'Scopes: read\n', 'Allowed addresses: 192.0.2.1'])
    assert.ok(first.includes(part), `${part} is missing in:\n${first}`);
  assert.match(replacing, new RegExp(`Replaces: hkl_…${made.key.slice(-4)}, which expires 20`));
  assert.match(third, /Name: ops[\s\S]*by an operator of the service/);
  for (const { key } of [made, next.data, byOperator])
    for (const mail of mails) assert.ok(!mail.includes(key) && !/hkl_\w/.test(mail), mail);
});

test('an account can create or regenerate 20 keys an hour, including revoked ones', async () => {
  const { id, session: holder } = await people.owner();
  let { id: keyId } = await create({}, holder);
  for (let n = 2; n < 20; n++) {
    const { body } = await holder.send('POST', `/account/keys/${keyId}/regenerate`, { grace_seconds: 0 });
    keyId = body.data.id;
  }
  for (const path of ['/account/keys', `/account/keys/${keyId}/regenerate`]) {
    const { status, body, headers } = await holder.send('POST', path, {});
    assert.deepEqual([status, body.code], [429, 'rate_limited'], path);
    assert.ok(Number(headers.get('retry-after')) > 3500);
  }
  assert.equal((await service.operator('POST', `/operator/accounts/${id}/keys`, {})).status, 201);
});

test('a malformed key is refused; an address may report ten keys a minute', async () => {
  const reporter = newAddress();
  const report = (body: unknown) => service.send('POST', '/keys/revoke', undefined, { body, headers: from(reporter) });
  for (const body of [{ key: 'hkl_x' }, { key: `${newKey()}x` }, { key: 7 }, {}]) {
    const refused = await report(body);
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '#/key'], JSON.stringify(body));
  }
  const long = await report({ key: 'x'.repeat(33 * 1024) });
  assert.equal(long.status, 413);
  for (let n = 0; n < 10; n++) assert.equal((await report({ key: newKey() })).status, 202);
  const { status, headers } = await report({ key: newKey() });
  assert.equal(status, 429);
  assert.ok(Number(headers.get('retry-after')) > 0);
});

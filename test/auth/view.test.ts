// View as customer: what an operator's session may read of an account, what it is refused, and when it ends.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { endpointsOf } from '../setup/endpoints.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;
let operators = 0;

before(async () => {
  service = await sharedService();
});

async function operatorOf(role: string): Promise<SignedIn & { email: string; id: string }> {
  const email = `viewing${++operators}@example.com`;
  const { body } = await service.operator('POST', '/operator/operators', { email, role });
  return { ...(await signIn(service, email)), email, id: body.id };
}

const view = (session: SignedIn, id: string) => session.send('POST', `/operator/accounts/${id}/view`);
const codeOf = async (session: SignedIn, method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await session.send(method, path, body);
  return `${status} ${answer?.code ?? ''}`.trim();
};

test('a viewing operator reads what the holder reads, and is refused every change on the server', async () => {
  const { id, key, email } = await service.account('enterprise');
  await signIn(service, email);
  const saved = await service.send('POST', '/searches', key, { body: { name: 'Mine', filters: {} } });
  const operator = await operatorOf('support');
  assert.equal(await codeOf(operator, 'GET', '/account'), '403 session_required');
  const begun = await view(operator, id);
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  assert.equal((await operator.send('GET', '/account')).body.data.account.id, id);
  for (const path of ['/hooks', '/usage', '/account/keys', '/account/requests', '/webhooks', '/exports', '/trends'])
    assert.equal((await operator.send('GET', path)).status, 200, path);
  const [search] = (await operator.send('GET', '/searches')).body.data;
  assert.ok(search.feed_url && search.feed_url !== saved.body.feed_url, 'not the token of the feed');
  const sessions = (await operator.send('GET', '/account/sessions')).body.data;
  assert.deepEqual([sessions.length, sessions[0].email, sessions[0].current], [1, email, false], 'those of the holder');
  const { body } = await operator.send('GET', '/session');
  assert.deepEqual([body.data.role, body.data.account, body.data.viewing.account.id], ['operator', null, id]);

  const changes = endpointsOf('key', 'session').filter(({ method, isInMemory }) => method !== 'GET' && !isInMemory);
  assert.ok(changes.length > 15);
  // After 60 refused requests a minute, a session gets 429.
  for (let at = 0; at < changes.length; at += 50) {
    const viewing = await operatorOf('support');
    await view(viewing, id);
    const checks = changes.slice(at, at + 50).map(async ({ method, path }) => {
      const code = await codeOf(viewing, method, path.replace(/:\w+/g, 'hook_1'), {});
      assert.equal(code, '403 view_only', `${method} ${path}`);
    });
    await Promise.all(checks);
  }
  const { body: keys } = await service.operator('GET', `/operator/accounts/${id}/keys`);
  assert.equal(keys.keys.length, 1);
});

test('what a viewing operator reads takes nothing of the account: no reads of its day, no calls', async () => {
  const { id } = await service.account('free');
  const operator = await operatorOf('owner');
  await view(operator, id);
  for (let n = 0; n < 5; n++) assert.equal((await operator.send('GET', `/hooks?limit=${n + 1}`)).status, 200);
  assert.deepEqual(await query(service, 'select from session_reads where account_id = $1', [id]), []);
  const { body } = await service.operator('GET', `/operator/accounts/${id}`);
  assert.equal(body.usage[0].used, 0);
});

test('the visit is in the audit log with operator, account and times; the holder sees it without the operator’s name', async () => {
  const { id, email } = await service.account('pro');
  const operator = await operatorOf('support');
  await view(operator, id);
  assert.equal((await operator.send('DELETE', '/operator/view')).status, 200);
  assert.equal(await codeOf(operator, 'GET', '/account'), '403 session_required');
  const { body } = await service.operator('GET', `/operator/audit?account=${id}&actor=${operator.email}`);
  const actions = body.records.map(({ action }: { action: string }) => action);
  assert.deepEqual(actions, ['account.view_ended', 'account.viewed']);
  assert.match(body.records[1].details.until, /^20\d\d-/);
  const holder = await signIn(service, email);
  const own = JSON.stringify((await holder.send('GET', '/account/audit')).body);
  assert.ok(own.includes('account.viewed') && !own.includes(operator.email));
});

test('a view ends after its hour, with the sign-out, with the role, and with the account', async () => {
  const { id } = await service.account('pro');
  const refused = '403 session_required';
  const late = await operatorOf('support');
  await view(late, id);
  await query(service, 'update sessions set view_expires_at = now() where viewed_account_id = $1', [id]);
  assert.equal(await codeOf(late, 'GET', '/account'), refused);
  assert.equal((await late.send('GET', '/session')).body.data.viewing, null);

  const gone = await operatorOf('support');
  await view(gone, id);
  assert.equal((await gone.send('DELETE', '/session')).status, 204);
  assert.equal(await codeOf(gone, 'GET', '/account'), '401 signed_out');

  const moved = await operatorOf('support');
  await view(moved, id);
  await service.operator('POST', '/operator/operators', { email: moved.email, role: 'curator' });
  assert.equal(await codeOf(moved, 'GET', '/account'), refused);

  const last = await operatorOf('support');
  await view(last, id);
  await service.operator('DELETE', `/operator/accounts/${id}`, {});
  assert.equal(await codeOf(last, 'GET', '/account'), refused);
  assert.equal(await codeOf(last, 'POST', `/operator/accounts/${id}/view`), '404 not_found');
});

test('only a signed-in operator with the permission `accounts` can view', async () => {
  const { id } = await service.account('pro');
  assert.equal(await codeOf(await operatorOf('curator'), 'POST', `/operator/accounts/${id}/view`), '403 role_required');
  const byKey = await service.operator('POST', `/operator/accounts/${id}/view`);
  assert.deepEqual([byKey.status, byKey.body.code], [403, 'session_required']);
});

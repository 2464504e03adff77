// Requests for a key, another plan or reactivation: limits, decision, and the emails about it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { signInLinkIn } from '../setup/outbox.ts';
import type { TestService } from '../setup/service.ts';
import { openLink } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { newAddress, newEmail, peopleOf } from './people.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
});

const decide = (id: string, decision: 'approve' | 'decline', body: object = {}) =>
  service.operator('POST', `/operator/key-requests/${id}/${decision}`, body);
const patch = (id: string, body: object) => service.operator('PATCH', `/operator/accounts/${id}`, body);

test('an approved plan request changes the plan at once and mails the operator’s message', async () => {
  const { id, key, email, session } = await people.owner('pro');
  const sent = await session.send('POST', '/account/requests', { plan: 'scale', use_case: 'We grow' });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  const request = sent.body.data;
  assert.deepEqual([request.kind, request.plan, request.account_id, request.state], ['plan', 'scale', id, 'pending']);
  assert.equal((await service.get('/trends', key)).status, 403);
  const { status, body } = await decide(request.id, 'approve', { message: 'Welcome to Scale.' });
  assert.deepEqual([status, body.account.plan, body.request.state, body.created], [200, 'scale', 'approved', false]);
  assert.equal((await service.get('/trends', key)).status, 200, 'its keys have the plan at once');
  const mail = await people.mailTo(email, 'Your Hookline plan is now Scale');
  assert.match(mail, /from Pro to Scale[\s\S]*Welcome to Scale\./);
  assert.deepEqual(people.mailsTo(email, 'Your Hookline account is ready'), []);
  assert.equal((await decide(request.id, 'decline')).status, 409);
});

test('a suspended account requests its reactivation, and approving it reactivates the account', async () => {
  const { id, key, email, session } = await people.owner('pro');
  const request = () => session.send('POST', '/account/requests', { kind: 'reactivation', use_case: 'All paid.' });
  assert.equal((await request()).status, 409, 'it is active');
  await patch(id, { suspended: true });
  const { status, body } = await request();
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal((await session.send('GET', '/account/requests')).body.data[0].id, body.data.id);
  assert.equal((await decide(body.data.id, 'approve', { plan: 'scale' })).status, 409);
  assert.equal((await decide(body.data.id, 'approve')).status, 200);
  await people.mailTo(email, 'Your Hookline account is active again');
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test('another request replaces the pending one, which only its account can withdraw', async () => {
  const { id, session } = await people.owner('free');
  const other = await people.owner('free');
  const submit = async (plan: string) => (await session.send('POST', '/account/requests', { plan })).body.data.id;
  const [first, second] = [await submit('starter'), await submit('scale')];
  const pending = async () => {
    const { body } = await service.operator('GET', `/operator/key-requests?state=pending&kind=plan&account=${id}`);
    return body.key_requests.map((request: { id: string }) => request.id);
  };
  assert.deepEqual(await pending(), [second]);
  assert.equal((await decide(first, 'approve')).status, 404);
  assert.equal((await other.session.send('DELETE', `/account/requests/${second}`)).status, 404);
  assert.equal((await session.send('DELETE', `/account/requests/${second}`)).status, 200);
  assert.deepEqual(await pending(), []);
  for (const body of [{ plan: 'free' }, {}, { plan: 'gold' }, { kind: 'reactivation', plan: 'scale' }])
    assert.ok([409, 422].includes((await session.send('POST', '/account/requests', body)).status));
});

test('of concurrent decisions about a plan one is applied', async () => {
  const { id, session } = await people.owner('free');
  const { body } = await session.send('POST', '/account/requests', { plan: 'scale' });
  const meanwhile = patch(id, { name: 'Meanwhile' });
  const decisions = (['approve', 'approve', 'approve', 'approve', 'decline'] as const).map((decision) =>
    decide(body.data.id, decision),
  );
  const statuses = (await Promise.all(decisions)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 409, 409, 409, 409]);
  assert.equal((await meanwhile).status, 200);
});

test('an account requests sources: ten can be pending, only it sees them, a declined one is mailed a reason', async () => {
  const { key, email, session } = await people.owner('free');
  const ask = (location: string, by = key) =>
    service.send('POST', '/source-requests', by, { body: { location, reason: 'We cook' } });
  const first = await ask('sourdough baking');
  assert.equal(first.status, 201, JSON.stringify(first.body));
  const { request_id: id } = first.body;
  const asked = await session.send('POST', '/source-requests', { location: 'https://www.tiktok.com/@ada' });
  assert.equal(asked.status, 201, JSON.stringify(asked.body));
  for (let n = 2; n < 10; n++) assert.equal((await ask(`topic ${n}`)).status, 201);
  const refused = await ask('topic 10');
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  const other = await service.account('free');
  assert.deepEqual((await service.get('/source-requests', other.key)).body.data, []);
  assert.equal((await service.operator('GET', '/operator/waiting')).body.source_requests >= 10, true);
  const { body } = await service.operator('GET', '/operator/source-requests?state=pending&limit=200');
  const listed = body.source_requests.find(({ request_id }: { request_id: string }) => request_id === id);
  assert.deepEqual([listed.location, listed.collects, listed.reason], ['sourdough baking', null, 'We cook']);
  assert.ok(!JSON.stringify(body).includes(email));
  const decisions = await Promise.all(
    ['decline', 'decline'].map((decision) =>
      service.operator('POST', `/operator/source-requests/${id}/${decision}`, { reason: 'Too few videos' }),
    ),
  );
  assert.deepEqual(decisions.map(({ status }) => status).sort(), [200, 409]);
  assert.match(await people.mailTo(email, 'was declined'), /sourdough baking[\s\S]*Too few videos/);
  const { data } = (await session.send('GET', '/source-requests')).body;
  assert.deepEqual([data.length, data[9].state, data[9].answer], [10, 'declined', 'Too few videos']);
  assert.equal((await ask('topic 10')).status, 201, 'a decision makes room');
});

test('an approved topic is marked, and the customer is mailed', async () => {
  const { key, email } = await service.account('pro');
  const { body } = await service.send('POST', '/source-requests', key, { body: { location: 'sourdough' } });
  const path = `/operator/source-requests/${body.request_id}/approve`;
  const approved = await service.operator('POST', path, { message: 'We look for bakers.' });
  assert.deepEqual([approved.status, approved.body.state, approved.body.source], [200, 'approved', null]);
  assert.match(await people.mailTo(email, 'Your source request was approved'), /sourdough[\s\S]*We look for bakers/);
});

const keyRequest = (email = newEmail()) => ({
  name: 'Ann\nBcc: eve@example.com',
  email,
  use_case: 'A script generator for shorts',
  expected_calls_per_month: 5000,
});

const submit = (body: unknown, address = newAddress()) =>
  service.send('POST', '/key-requests', undefined, { body, headers: { 'x-forwarded-for': address } });

test('the approval email has the plan, its limits, a sign-in link and the operator’s message, but no key', async () => {
  const email = newEmail();
  const { body } = await submit(keyRequest(email));
  const decision = { plan: 'starter', message: 'Welcome from Bo.' };
  const approved = await service.operator('POST', `/operator/key-requests/${body.data.id}/approve`, decision);
  assert.equal(approved.status, 200);
  const mail = await people.mailTo(email, 'Your Hookline account is ready');
  for (const part of ['Starter', '1,000 calls a month', 'Welcome from Bo.']) assert.ok(mail.includes(part), part);
  assert.doesNotMatch(mail, /hkl_\w|Bcc:|eve@/);
  const session = await openLink(service, signInLinkIn(mail));
  assert.equal((await session.send('GET', '/account')).body.data.account.email, email);
});

test('an IP address may send five key requests an hour; invalid ones do not count', async () => {
  const address = newAddress();
  for (let n = 0; n < 6; n++) assert.equal((await submit({ name: 'Ann' }, address)).status, 422);
  for (let n = 0; n < 5; n++) assert.equal((await submit(keyRequest(), address)).status, 201);
  for (const body of [keyRequest(), { name: 'Ann' }]) {
    const refused = await submit(body, address);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 3500 && wait <= 3600, String(wait));
  }
});

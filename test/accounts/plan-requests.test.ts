// Requests of signed-in account holders for another plan or reactivation: decided, applied and mailed at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOutbox } from '../setup/outbox.ts';
import { type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const operatorEmail = 'ops@example.com';
let service: TestService;

before(async () => {
  service = await testService({ HOOKLINE_OPERATOR_EMAIL: operatorEmail });
});

after(() => service.close());

const untilMailed = (email: string, subject: string) =>
  until(
    async () => readOutbox(service.dataDir, subject).find((mail) => mail.includes(`To: ${email}`)) ?? '',
    (mail) => mail !== '',
  );

const decide = (id: string, decision: 'approve' | 'decline', body: object = {}) =>
  service.operator('POST', `/operator/key-requests/${id}/${decision}`, body);
const accountOf = async (id: string) => (await service.operator('GET', `/operator/accounts/${id}`)).body;

test('an approved plan request changes the plan at once and mails the holder the operator’s words', async () => {
  const { id, key, email } = await service.account('pro');
  const session = await signIn(service, email);
  const sent = await session.send('POST', '/account/requests', {
    plan: 'scale',
    use_case: 'We grow',
    expected_calls_per_month: 1,
  });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  const request = sent.body.data;
  assert.deepEqual([request.kind, request.plan, request.account_id, request.state], ['plan', 'scale', id, 'pending']);
  const alert = await untilMailed(operatorEmail, 'Hookline: 1 plan change');
  assert.match(alert.replace(/\s+/g, ' '), /asks for: the Scale plan, 1 call a month\. .We grow/);
  assert.equal((await service.get('/trends', key)).status, 403);

  const approved = await decide(request.id, 'approve', { message: 'Welcome to Scale.' });
  assert.deepEqual(
    [approved.status, approved.body.account.plan, approved.body.request.state, approved.body.created],
    [200, 'scale', 'approved', false],
  );
  assert.equal((await service.get('/trends', key)).status, 200, 'its keys have the plan at once');
  const mail = await untilMailed(email, 'Your Hookline plan is now Scale');
  assert.match(mail, /from Pro to Scale[\s\S]*Welcome to Scale\./);
  assert.deepEqual(readOutbox(service.dataDir, 'Your Hookline account is ready'), []);
  assert.equal((await decide(request.id, 'decline')).status, 409);
});

test('a declined plan request changes nothing and mails the reason', async () => {
  const { id, email } = await service.account('starter');
  const session = await signIn(service, email);
  const { body } = await session.send('POST', '/account/requests', { plan: 'enterprise' });
  assert.equal((await decide(body.data.id, 'decline', { reason: 'Not before May.' })).status, 200);
  const mail = await untilMailed(email, 'Your request for the Enterprise plan was declined');
  assert.match(mail, /stays on\s+Starter[\s\S]*Not before May\./);
  assert.equal((await accountOf(id)).plan, 'starter');
});

test('a suspended account requests its reactivation, and approving it reactivates the account', async () => {
  const { id, key, email } = await service.account('pro');
  const session = await signIn(service, email);
  const early = await session.send('POST', '/account/requests', { kind: 'reactivation' });
  assert.equal(early.status, 409, 'it is active');
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  const { status, body } = await session.send('POST', '/account/requests', {
    kind: 'reactivation',
    use_case: 'All paid.',
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal((await session.send('GET', '/account/requests')).body.data[0].id, body.data.id);
  assert.equal((await decide(body.data.id, 'approve', { plan: 'scale' })).status, 409);
  assert.equal((await decide(body.data.id, 'approve')).status, 200);
  await untilMailed(email, 'Your Hookline account is active again');
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test('another request replaces the pending one, and a pending one can be withdrawn by its account only', async () => {
  const { id, email } = await service.account('free');
  const [session, other] = [await signIn(service, email), await signIn(service, (await service.account('free')).email)];
  const submit = async (plan: string) => (await session.send('POST', '/account/requests', { plan })).body.data.id;
  const [first, second] = [await submit('starter'), await submit('scale')];
  const pending = async () =>
    (await service.operator('GET', `/operator/key-requests?state=pending&kind=plan&account=${id}`)).body;
  assert.deepEqual([(await pending()).total, (await pending()).key_requests[0].id], [1, second]);
  assert.equal((await decide(first, 'approve')).status, 404);
  assert.equal((await other.send('DELETE', `/account/requests/${second}`)).status, 404);
  assert.equal((await session.send('DELETE', `/account/requests/${second}`)).status, 200);
  assert.equal((await pending()).total, 0);
  for (const body of [{ plan: 'free' }, {}, { plan: 'gold' }, { kind: 'reactivation', plan: 'scale' }])
    assert.ok([409, 422].includes((await session.send('POST', '/account/requests', body)).status));
});

test('a change that an operator makes otherwise approves the pending request that it fulfils', async () => {
  const { id, email } = await service.account('free');
  const session = await signIn(service, email);
  const { body } = await session.send('POST', '/account/requests', { plan: 'pro' });
  await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'starter' });
  const stateOf = async () => (await service.operator('GET', `/operator/key-requests/${body.data.id}`)).body.state;
  assert.equal(await stateOf(), 'pending', 'another plan does not');
  await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'pro' });
  assert.equal(await stateOf(), 'approved');
});

test('of concurrent decisions about a plan one is applied', async () => {
  const { id, email } = await service.account('free');
  const session = await signIn(service, email);
  const { body } = await session.send('POST', '/account/requests', { plan: 'scale' });
  const results = await Promise.all([
    ...Array.from({ length: 4 }, () => decide(body.data.id, 'approve')),
    service.operator('PATCH', `/operator/accounts/${id}`, { name: 'Meanwhile' }),
    decide(body.data.id, 'decline'),
  ]);
  const decided = results.filter((_, n) => n !== 4).map(({ status }) => status);
  assert.deepEqual(decided.sort(), [200, 409, 409, 409, 409]);
  assert.equal(results[4]?.status, 200);
});

test('without `notify` the holder is not told of a plan or a suspension', async () => {
  const { id, email } = await service.account('free');
  const patch = (body: object) => service.operator('PATCH', `/operator/accounts/${id}`, body);
  assert.equal((await patch({ plan: 'pro', notify: false, message: 'Quiet' })).status, 200);
  assert.equal((await patch({ suspended: true, notify: false })).status, 200);
  assert.equal((await patch({ suspended: false })).status, 200);
  // Emails are sent in order.
  await untilMailed(email, 'Your Hookline account is active again');
  const told = readOutbox(service.dataDir, 'Your Hookline').filter((mail) => mail.includes(`To: ${email}`));
  assert.equal(told.length, 1);
});

test('a new email ends sessions, tells both mailboxes, and signs in from then on; a taken one is refused', async () => {
  const { id, key, email } = await service.account('pro');
  const { email: taken } = await service.account('free');
  const session = await signIn(service, email);
  const patch = (body: object) => service.operator('PATCH', `/operator/accounts/${id}`, body);
  assert.equal((await patch({ email: taken })).status, 409);
  const moved = await patch({ email: 'Moved@example.com', note: 'Paid by <b>invoice</b>' });
  assert.deepEqual(
    [moved.status, moved.body.email, moved.body.note],
    [200, 'Moved@example.com', 'Paid by <b>invoice</b>'],
  );
  assert.equal((await session.send('GET', '/account')).status, 401);
  const old = await untilMailed(email, 'The email of your Hookline account was changed');
  assert.ok(old.includes('M…@example.com') && !old.includes('Moved@'));
  await untilMailed('Moved@example.com', 'This is now the email of a Hookline account');
  assert.equal((await service.get('/hooks', key)).status, 200);
  const again = await signIn(service, 'moved@example.com');
  const { body } = await again.send('GET', '/account');
  assert.equal(body.data.account.id, id);
  assert.ok(!JSON.stringify(body).includes('invoice'), 'the note is private');
  const activity = JSON.stringify((await again.send('GET', '/account/audit')).body);
  assert.ok(!activity.includes('account.noted') && activity.includes('account.changed'));
});

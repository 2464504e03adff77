// Key requests: submission, limits, decision and email.
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
  for (const part of [
    'Hello,',
    'Starter',
    '1,000 calls a month',
    'Welcome from Bo.',
    `${service.url}/sign-in#token=`,
    `${service.url}/docs`,
  ])
    assert.ok(mail.includes(part), part);
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

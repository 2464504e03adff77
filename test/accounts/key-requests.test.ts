// Key requests: submission, decision and email, through the real service.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { approveKeyRequest, submitKeyRequest } from '../../src/accounts/request-actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { readConfig } from '../../src/config/config.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { startService } from '../../src/runtime/service.ts';
import { testDatabase } from '../setup/database.ts';
import { readOutbox, signInLinkIn } from '../setup/outbox.ts';
import { operatorKey, type TestService, testService } from '../setup/service.ts';
import { openLink } from '../setup/session.ts';

let service: TestService;

// An IP address may send five requests an hour, so each test has its own service.
beforeEach(async () => {
  service = await testService();
});

afterEach(() => service.close());

const keyRequest = (email: string) => ({
  name: 'Ann\nBcc: eve@example.com',
  email,
  use_case: 'A script generator for shorts',
  expected_calls_per_month: 5000,
});

const submit = (body: unknown) => service.send('POST', '/key-requests', undefined, { body });

test('the approval email has the plan, its limits, a sign-in link and the operator’s message, but no key', async () => {
  const { body } = await submit(keyRequest('ann@example.com'));
  const path = `/operator/key-requests/${body.data.id}/approve`;
  const approved = await service.operator('POST', path, { plan: 'starter', message: 'Welcome from Bo.' });
  assert.equal(approved.status, 200);
  const { body: issued } = await service.operator('POST', `/operator/accounts/${approved.body.account.id}/keys`, {});
  const subject = 'Your Hookline account is ready';
  await service.observed('mail_sent', subject);
  const [mail = '', ...more] = readOutbox(service.dataDir, subject);
  assert.equal(more.length, 0);
  for (const part of [
    'To: ann@example.com',
    'Hello,',
    'Starter',
    '1,000 calls a month',
    'Welcome from Bo.',
    `${service.url}/sign-in#token=`,
    `${service.url}/docs`,
  ])
    assert.ok(mail.includes(part), part);
  assert.ok(!mail.includes(issued.key) && !/hkl_\w/.test(mail));
  assert.doesNotMatch(mail, /Bcc:|eve@/);
  const session = await openLink(service, signInLinkIn(mail));
  assert.equal((await session.send('GET', '/account')).body.data.account.email, 'ann@example.com');
});

test('the decline email has the reason, if given; a second decision sends nothing', async () => {
  const [first, second] = [await submit(keyRequest('bo@example.com')), await submit(keyRequest('cy@example.com'))];
  const decline = (id: string, sent?: unknown) =>
    service.operator('POST', `/operator/key-requests/${id}/decline`, sent);
  assert.equal((await decline(first.body.data.id, { reason: 'We serve schools only.' })).body.state, 'declined');
  assert.equal((await decline(first.body.data.id)).status, 409);
  assert.equal((await decline(second.body.data.id)).status, 200);
  assert.equal((await decline(second.body.data.id, { because: 'x' })).status, 422);
  const subject = 'Your request for a Hookline API key';
  await service.observed('mail_sent', subject, 2);
  const mails = readOutbox(service.dataDir, subject);
  assert.equal(mails.length, 2);
  const mailOf = (email: string) => mails.find((mail) => mail.includes(`To: ${email}`)) ?? '';
  assert.match(mailOf('bo@example.com'), /We serve schools only\./);
  assert.match(mailOf('cy@example.com'), /cannot give you one/);
  assert.doesNotMatch(mailOf('cy@example.com'), /undefined|schools/);
  for (const mail of mails) assert.doesNotMatch(mail, /Ann|eve@/, 'a stranger may have typed the name');
});

test('an IP address may send five key requests an hour; invalid ones do not count', async () => {
  for (let n = 0; n < 6; n++) assert.equal((await submit({ name: 'Ann' })).status, 422);
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push((await submit(keyRequest(`p${n}@example.com`))).status);
  assert.deepEqual(statuses, [201, 201, 201, 201, 201]);
  for (const body of [keyRequest('p6@example.com'), { name: 'Ann' }]) {
    const refused = await submit(body);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 3500 && wait <= 3600, String(wait));
  }
});

test('every response to a key request is documented', async () => {
  const { body } = await service.get('/openapi.json');
  const { responses } = body.paths['/key-requests'].post;
  assert.deepEqual(Object.keys(responses), ['201', '400', '409', '413', '415', '422', '429', '500', '503']);
  for (const [status, { content }] of Object.entries<{ content: object }>(responses))
    assert.deepEqual(
      Object.keys(content),
      [status === '201' ? 'application/json' : 'application/problem+json'],
      status,
    );
});

test('an email queued while the service was down is sent once after the start, and not again after the next', async () => {
  const arrived: string[] = [];
  let onArrival = () => {};
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      let text = '';
      for await (const chunk of stream) text += chunk;
      arrived.push(/^To: (.*)\r$/m.exec(text)?.[1] ?? '');
      done();
      onArrival();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const database = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'hookline-decision-'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    HOOKLINE_DATA: directory,
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_LOG: 'silent',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  });
  const approve = async (email: string) => {
    const jobs = await startJobs(database.url, { isSoleWorker: false, isSendOnly: true }, () => {});
    const { id } = await submitKeyRequest(database, keyRequest(email));
    const signIn = {
      createInvitation: async () => 'https://api.example.com/sign-in#token=abc',
      allow: async () => true,
    };
    const deps = { ...bySystem(database.db), jobs, signIn, publicUrl: () => 'https://api.example.com' };
    await approveKeyRequest(deps, id);
    await jobs.close();
  };
  for (const email of ['first@example.com', 'second@example.com']) {
    await approve(email);
    const came = new Promise<void>((resolve) => {
      onArrival = resolve;
    });
    const running = await startService(config);
    await came;
    await running.close();
  }
  assert.deepEqual(arrived, ['first@example.com', 'second@example.com']);
  await new Promise<void>((resolve) => smtp.close(resolve));
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

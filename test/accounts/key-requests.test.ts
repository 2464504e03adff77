// Asking for a key, as a stranger, an applicant and an operator meet it: the request, the decision and its mail.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { approveKeyRequest, submitKeyRequest } from '../../src/accounts/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { readConfig } from '../../src/config/config.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { startService } from '../../src/runtime/service.ts';
import { testDatabase } from '../setup/database.ts';
import { readOutbox, signInLinkIn } from '../setup/outbox.ts';
import { operatorKey, type TestService, testService } from '../setup/service.ts';
import { openLink } from '../setup/session.ts';

let service: TestService;

// An address may ask five times an hour, so each test has a service of its own.
beforeEach(async () => {
  service = await testService();
});

afterEach(() => service.close());

const wish = (email: string) => ({
  name: 'Ann\nBcc: eve@example.com',
  email,
  use_case: 'A script generator for shorts',
  expected_calls_per_month: 5000,
});

const ask = (body: unknown) => service.send('POST', '/key-requests', undefined, { body });

test('an approved applicant is told by mail: the plan, its limits, the way on, the operator’s words, and no key', async () => {
  const { body } = await ask(wish('ann@example.com'));
  const path = `/operator/key-requests/${body.data.id}/approve`;
  const approved = await service.operator('POST', path, { plan: 'starter', message: 'Welcome from Bo.' });
  assert.equal(approved.status, 200);
  const { body: issued } = await service.operator('POST', `/operator/accounts/${approved.body.account.id}/keys`, {});
  await service.observed('mail_sent');
  const [mail = '', ...more] = readOutbox(service.dataDir);
  assert.equal(more.length, 0);
  for (const part of [
    'To: ann@example.com',
    'Hello Ann Bcc: eve@example.com,',
    'Starter',
    '1,000 calls a month',
    'Welcome from Bo.',
    `${service.url}/sign-in#token=`,
    `${service.url}/docs`,
  ])
    assert.ok(mail.includes(part), part);
  assert.ok(!mail.includes(issued.key) && !/hkl_\w/.test(mail));
  assert.doesNotMatch(mail, /^Bcc:/m);
  const session = await openLink(service, signInLinkIn(mail));
  assert.equal((await session.send('GET', '/account')).body.data.account.email, 'ann@example.com');
});

test('a declined applicant is told by mail, with the reason where one was given; a second decision sends nothing', async () => {
  const [first, second] = [await ask(wish('bo@example.com')), await ask(wish('cy@example.com'))];
  const decline = (id: string, sent?: unknown) =>
    service.operator('POST', `/operator/key-requests/${id}/decline`, sent);
  assert.equal((await decline(first.body.data.id, { reason: 'We serve schools only.' })).body.state, 'declined');
  assert.equal((await decline(first.body.data.id)).status, 409);
  assert.equal((await decline(second.body.data.id)).status, 200);
  assert.equal((await decline(second.body.data.id, { because: 'x' })).status, 422);
  await service.observed('mail_sent', undefined, 2);
  const mails = readOutbox(service.dataDir);
  assert.equal(mails.length, 2);
  const mailOf = (email: string) => mails.find((mail) => mail.includes(`To: ${email}`)) ?? '';
  assert.match(mailOf('bo@example.com'), /We serve schools only\./);
  assert.match(mailOf('cy@example.com'), /cannot give you one/);
  assert.doesNotMatch(mailOf('cy@example.com'), /undefined|schools/);
});

test('an address may ask five times an hour; what cannot be read does not count', async () => {
  for (let n = 0; n < 6; n++) assert.equal((await ask({ name: 'Ann' })).status, 422);
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push((await ask(wish(`p${n}@example.com`))).status);
  assert.deepEqual(statuses, [201, 201, 201, 201, 201]);
  for (const body of [wish('p6@example.com'), { name: 'Ann' }]) {
    const refused = await ask(body);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 3500 && wait <= 3600, String(wait));
  }
});

test('every answer that a key request can get is documented', async () => {
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

test('a decision that was made while no mail could leave is mailed once after the start, and not again at the next', async () => {
  const arrived: string[] = [];
  let tell = () => {};
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      let text = '';
      for await (const chunk of stream) text += chunk;
      arrived.push(/^To: (.*)\r$/m.exec(text)?.[1] ?? '');
      done();
      tell();
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
    const { id } = await submitKeyRequest(database.db, wish(email));
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
      tell = resolve;
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

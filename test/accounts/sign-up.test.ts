// Open sign-up: an email, a link, a Free account with its first key.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { approveKeyRequest, submitKeyRequest } from '../../src/accounts/request-actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { readOutbox } from '../setup/outbox.ts';
import { query } from '../setup/refresh.ts';
import { type Answer, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';

const subject = 'Your Hookline API key is one click away';
let service: TestService;

before(async () => {
  service = await testService({ HOOKLINE_SIGNUP: 'open', HOOKLINE_TRUSTED_PROXIES: 'loopback' }, async (url) => {
    await approveBeforeStart(url);
    return url;
  });
});

after(() => service.close());

/** As by a process that ends right after the decision. */
async function approveBeforeStart(url: string): Promise<void> {
  const jobs = await startJobs(url, { isSoleWorker: false, isSendOnly: true }, () => {});
  const { db, close } = openDatabase(url, () => {});
  const body = { name: 'Ann', email: 'early@example.com', use_case: 'A script generator', expected_calls_per_month: 9 };
  const { id } = await submitKeyRequest({ db }, body);
  const invite = { createInvitation: async () => 'https://api.example.com/sign-in#token=abc', allow: async () => true };
  const deps = { ...bySystem(db), jobs, signIn: invite, publicUrl: () => 'https://api.example.com' };
  await approveKeyRequest(deps, id);
  await jobs.close();
  await close();
}

let address = 0;
/** From an address of its own, since one may sign up five times an hour. */
const signUp = (email: string, from = `203.0.113.${++address}`) =>
  service.send('POST', '/sign-ups', undefined, { body: { email }, headers: { 'x-forwarded-for': from } });

async function tokenFor(email: string, nth = 1): Promise<string> {
  const mailed = await service.observed('sign_in_link_mailed', email.toLowerCase(), nth);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
  const { pathname, hash } = new URL(mailed.link);
  assert.equal(pathname, '/sign-up');
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}

const confirm = (token: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  service.send('POST', '/sign-ups/confirm', undefined, { body: { token }, headers });

/** Without what differs between two answers to the same request. */
const shapeOf = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers.keys()].sort(),
  body: { ...body, timestamp: '', data: Object.keys(body.data ?? {}) },
});

test('an email, its link and a click give a Free account, a session and a key that works', async () => {
  const asked = await signUp('Ada@Example.com');
  assert.deepEqual([asked.status, asked.body.data], [202, { email: 'Ada@Example.com' }]);
  const token = await tokenFor('ada@example.com');
  await service.observed('mail_sent', subject);
  const [mail = ''] = readOutbox(service.dataDir, subject);
  assert.match(mail, /^To: ada@example\.com\r?$/m);
  assert.ok(mail.includes(`${service.url}/sign-up#token=${token}`));

  assert.equal((await confirm(token, { 'sec-fetch-site': 'cross-site' })).body.code, 'cross_site');
  const { status, body, headers } = await confirm(token);
  assert.equal(status, 201, JSON.stringify(body));
  const { account, key } = body.data;
  assert.deepEqual([account.plan, account.name, body.data.email], ['free', 'ada', 'ada@example.com']);
  assert.equal((await service.get('/hooks', key.key)).status, 200);
  const [cookie = ''] = headers.getSetCookie()[0]?.split(';', 1) ?? [];
  const session = await service.send('GET', '/session', undefined, { headers: { cookie } });
  assert.deepEqual([session.body.data.role, session.body.data.account.id], ['holder', account.id]);

  const { body: log } = await service.operator('GET', `/operator/audit?account=${account.id}`);
  const seen = log.records.map(({ action, actor }: { action: string; actor: string }) => [action, actor]);
  assert.deepEqual(seen, [
    ['session.started', 'session'],
    ['key.created', 'link'],
    ['account.created', 'link'],
  ]);
  assert.doesNotMatch(JSON.stringify(log), new RegExp(token));
});

test('a link works once, whoever follows it at the same time, and an invented one never does', async () => {
  await signUp('once@example.com');
  await signUp('once@example.com');
  const tokens = [await tokenFor('once@example.com'), await tokenFor('once@example.com', 2)];
  const answers = await Promise.all([...tokens, ...tokens, 'x'.repeat(32)].map((token) => confirm(token)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401, 401, 401]);
  for (const { status, body } of answers) if (status === 401) assert.equal(body.code, 'invalid_sign_in_link');
  const { body } = await service.operator('GET', '/operator/accounts?q=once%40example.com');
  assert.equal(body.total, 1);
});

test('a link expires', async () => {
  await signUp('late@example.com');
  const token = await tokenFor('late@example.com');
  await query(service, "update sign_ups set expires_at = now() where email = 'late@example.com'");
  assert.equal((await confirm(token)).status, 401);
});

test('the answer is the same whether the email, or its mailbox, has an account, is an operator’s, or is new', async () => {
  const { email } = await service.account('pro');
  await service.operator('POST', '/operator/operators', { email: 'boss@example.com', role: 'owner' });
  const fresh = shapeOf(await signUp('fresh@example.com'));
  for (const known of [email, email.replace('@', '+more@'), 'boss@example.com'])
    assert.deepEqual(shapeOf(await signUp(known)), fresh, known);
  // Both get a link that signs in to the account there is.
  for (const mailbox of [email, 'boss@example.com']) {
    const mailed = await service.observed('sign_in_link_mailed', mailbox);
    assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link?.includes('/sign-in#token='), mailbox);
  }
  await service.observed('sign_in_link_mailed', email, 2);
  const { body } = await service.operator(
    'GET',
    `/operator/accounts?q=${encodeURIComponent(email.split('@')[0] ?? '')}`,
  );
  assert.equal(body.total, 1, 'no second account of the mailbox');
});

test('a mailbox has one account, however its email is spelled; the link goes to the email that signed up', async () => {
  await signUp('grace.hopper@gmail.com');
  assert.equal((await confirm(await tokenFor('grace.hopper@gmail.com'))).status, 201);
  await signUp('GraceHopper+hooks@googlemail.com');
  const mailed = await service.observed('sign_in_link_mailed', 'grace.hopper@gmail.com', 2);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link?.includes('/sign-in#token='));
  await signIn(service, 'grace.hopper@gmail.com', 3);
});

test('an address may sign up five times an hour, and a mailbox gets ten emails an hour and then one a minute', async () => {
  for (let n = 0; n < 5; n++) assert.equal((await signUp(`p${n}@example.com`, '198.51.100.1')).status, 202);
  const refused = await signUp('p5@example.com', '198.51.100.1');
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 3500);
  for (let n = 0; n < 30; n++) await signUp(`flooded+${n}@example.com`);
  await signUp('after@example.com');
  await tokenFor('after@example.com');
  const [{ count = 0 } = {}] = await query(
    service,
    "select count(*)::int as count from sign_ups where mailbox = 'flooded@example.com'",
  );
  assert.ok(Number(count) >= 10 && Number(count) <= 12, String(count));
});

test('twenty wrong tokens block an address for ten minutes', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '198.51.100.2' };
  const statuses = [];
  for (let n = 0; n < 22; n++) statuses.push((await confirm(`guess${n}`, headers)).status);
  assert.deepEqual([statuses.slice(0, 20).every((status) => status === 401), statuses.at(-1)], [true, 429]);
});

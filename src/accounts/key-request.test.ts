import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { bySystem, type Context } from '../audit/actor.ts';
import type { MailMessage } from '../mail/message.ts';
import { createAccount } from './actions.ts';
import { keyRequestSchema, submitKeyRequestInput } from './key-request.ts';
import { approveKeyRequest, type DecisionDeps, declineKeyRequest, submitKeyRequest } from './key-request-actions.ts';
import { findKeyRequests, getAccount, listAccounts } from './queries.ts';

let database: TestDatabase;
const mails: MailMessage[] = [];
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const deps = (): Context & DecisionDeps => ({
  ...bySystem(database.db),
  jobs: {
    send: async (_trx, _queue, data) => {
      mails.push(data as MailMessage);
      return true;
    },
  },
  signIn: {
    createInvitation: async (email) => `https://api.example.com/sign-in#token=${email}`,
    allow: async () => true,
  },
  publicUrl: () => 'https://api.example.com',
});

const request = (email: string) => ({
  name: 'Ada',
  email,
  use_case: 'A planner for short videos',
  expected_calls_per_month: 500,
});

test('approval creates the account, once', async () => {
  const { db } = database;
  const submitted = keyRequestSchema.parse(await submitKeyRequest({ db }, request('a@example.com')));
  assert.deepEqual([submitted.state, submitted.account_id, submitted.decided_at], ['pending', null, null]);
  const {
    request: approved,
    account,
    created,
  } = await approveKeyRequest(deps(), { id: submitted.id, plan: 'starter' });
  assert.deepEqual([created, account.plan, account.email], [true, 'starter', 'a@example.com']);
  assert.deepEqual([approved.state, approved.account_id], ['approved', account.id]);
  await assert.rejects(approveKeyRequest(deps(), { id: submitted.id }), { code: 'conflict' });
  await assert.rejects(declineKeyRequest(deps(), { id: submitted.id }), { code: 'conflict' });
  await assert.rejects(approveKeyRequest(deps(), { id: 'req_none' }), { code: 'not_found' });
});

test('one concurrent approval succeeds and creates one account', async () => {
  const { db } = database;
  const { id } = await submitKeyRequest({ db }, request('race@example.com'));
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => approveKeyRequest(deps(), { id })));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await listAccounts(db, { email: 'race@example.com' })).accounts.length, 1);
  assert.equal(mails.filter(({ to }) => to === 'race@example.com').length, 1);
});

test('approval of an email with an account attaches the request and keeps the plan', async () => {
  const { db } = database;
  const { id } = await createAccount(bySystem(db), { name: 'B', email: 'b@example.com', plan: 'scale' });
  const submitted = await submitKeyRequest({ db }, request('B@Example.com'));
  const { account, created } = await approveKeyRequest(deps(), { id: submitted.id, plan: 'free' });
  assert.deepEqual([account.id, account.plan, created], [id, 'scale', false]);
  assert.equal((await getAccount(db, id)).plan, 'scale');
  assert.match(
    mails.at(-1)?.text ?? '',
    /already has an account\. It\nkeeps its plan[\s\S]*Plan: Scale\nCalls: 100,000 calls a month \(UTC\)/,
  );
});

test('a declined request creates no account and stays declined', async () => {
  const { db } = database;
  const { id } = await submitKeyRequest({ db }, request('c@example.com'));
  assert.equal((await declineKeyRequest(deps(), { id })).state, 'declined');
  await assert.rejects(approveKeyRequest(deps(), { id }), { code: 'conflict' });
  assert.deepEqual((await listAccounts(db, { email: 'c@example.com' })).accounts, []);
  const { key_requests: declined } = await findKeyRequests(db, { state: 'declined' });
  assert.deepEqual([declined.length, declined[0]?.id], [1, id]);
});

test('an email has at most three pending requests', async () => {
  const { db } = database;
  const first = await submitKeyRequest({ db }, request('d@example.com'));
  for (const email of ['D@example.com', 'd@EXAMPLE.com']) await submitKeyRequest({ db }, request(email));
  await assert.rejects(submitKeyRequest({ db }, request('d@example.com')), { code: 'conflict' });
  await declineKeyRequest(deps(), { id: first.id });
  await submitKeyRequest({ db }, request('d@example.com'));
});

test('invalid key requests are rejected', () => {
  const good = request('e@example.com');
  assert.ok(submitKeyRequestInput.safeParse(good).success);
  for (const change of [
    ...[{ name: '  ' }, { name: 'x'.repeat(101) }, { email: 'e@example' }, { extra: 1 }],
    ...[{ use_case: 'short' }, { use_case: 'x'.repeat(2001) }],
    ...[{ expected_calls_per_month: 0 }, { expected_calls_per_month: 1.5 }],
  ])
    assert.equal(submitKeyRequestInput.safeParse({ ...good, ...change }).success, false);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { type Acting, bySystem } from '../audit/actor.ts';
import type { MailMessage } from '../mail/message.ts';
import { createAccount, getAccount, listAccounts } from './account.ts';
import {
  approveKeyRequest,
  type DecisionDeps,
  declineKeyRequest,
  keyRequestSchema,
  submitKeyRequest,
  submitKeyRequestInput,
} from './key-request.ts';
import { findKeyRequests } from './queries.ts';

let database: TestDatabase;
const mails: MailMessage[] = [];
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const parts = (): Acting & DecisionDeps => ({
  ...bySystem(database.db),
  jobs: {
    send: async (_trx, _queue, data) => {
      mails.push(data as MailMessage);
      return true;
    },
  },
  signIn: { createInvitation: async (email) => `https://api.example.com/sign-in#token=${email}` },
  publicUrl: () => 'https://api.example.com',
});

const request = (email: string) => ({
  name: 'Ada',
  email,
  use_case: 'A planner for short videos',
  expected_calls_per_month: 500,
});

test('approval makes the account, once', async () => {
  const { db } = database;
  const submitted = keyRequestSchema.parse(await submitKeyRequest(db, request('a@example.com')));
  assert.deepEqual([submitted.state, submitted.account_id, submitted.decided_at], ['pending', null, null]);
  const { request: approved, account, created } = await approveKeyRequest(parts(), submitted.id, { plan: 'starter' });
  assert.deepEqual([created, account.plan, account.email], [true, 'starter', 'a@example.com']);
  assert.deepEqual([approved.state, approved.account_id], ['approved', account.id]);
  await assert.rejects(approveKeyRequest(parts(), submitted.id), { code: 'conflict' });
  await assert.rejects(declineKeyRequest(parts(), submitted.id), { code: 'conflict' });
  await assert.rejects(approveKeyRequest(parts(), 'req_none'), { code: 'not_found' });
});

test('of many approvals at once, one wins and there is one account', async () => {
  const { db } = database;
  const { id } = await submitKeyRequest(db, request('race@example.com'));
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => approveKeyRequest(parts(), id)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await listAccounts(db, { email: 'race@example.com' })).accounts.length, 1);
  assert.equal(mails.filter(({ to }) => to === 'race@example.com').length, 1);
});

test('approval attaches to an account that is already there and leaves its plan', async () => {
  const { db } = database;
  const { id } = await createAccount(bySystem(db), { name: 'B', email: 'b@example.com', plan: 'scale' });
  const submitted = await submitKeyRequest(db, request('B@Example.com'));
  const { account, created } = await approveKeyRequest(parts(), submitted.id, { plan: 'free' });
  assert.deepEqual([account.id, account.plan, created], [id, 'scale', false]);
  assert.equal((await getAccount(db, id)).plan, 'scale');
  assert.match(mails.at(-1)?.text ?? '', /Your account stays on the Scale plan:\n100,000 calls a month \(UTC\)/);
});

test('a declined request makes no account and stays declined', async () => {
  const { db } = database;
  const { id } = await submitKeyRequest(db, request('c@example.com'));
  assert.equal((await declineKeyRequest(parts(), id)).state, 'declined');
  await assert.rejects(approveKeyRequest(parts(), id), { code: 'conflict' });
  assert.deepEqual((await listAccounts(db, { email: 'c@example.com' })).accounts, []);
  const { key_requests: declined } = await findKeyRequests(db, { state: 'declined' });
  assert.deepEqual(
    declined.map((one) => one.id),
    [id],
  );
});

test('at most three requests of one address wait at a time', async () => {
  const { db } = database;
  const first = await submitKeyRequest(db, request('d@example.com'));
  for (const email of ['D@example.com', 'd@EXAMPLE.com']) await submitKeyRequest(db, request(email));
  await assert.rejects(submitKeyRequest(db, request('d@example.com')), { code: 'conflict' });
  await declineKeyRequest(parts(), first.id);
  await submitKeyRequest(db, request('d@example.com'));
});

test('what cannot be a request is refused', () => {
  const good = request('e@example.com');
  assert.ok(submitKeyRequestInput.safeParse(good).success);
  const wrong = [
    { name: '  ' },
    { name: 'x'.repeat(101) },
    { email: 'e@example' },
    { use_case: 'short' },
    { use_case: 'x'.repeat(2001) },
    { expected_calls_per_month: 0 },
    { expected_calls_per_month: 1.5 },
    { extra: 1 },
  ];
  for (const change of wrong) assert.equal(submitKeyRequestInput.safeParse({ ...good, ...change }).success, false);
});

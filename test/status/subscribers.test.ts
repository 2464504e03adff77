// Emails of an announcement: one per subscriber, whatever fails and however many processes queue them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { Trx } from '../../src/db/database.ts';
import type { MailMessage } from '../../src/mail/message.ts';
import { mailUpdate } from '../../src/status/subscribers/actions.ts';
import { deleteUnconfirmedSubscribers } from '../../src/status/subscribers/store.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';

const subscribers = 250;
const publicUrl = 'https://api.example.com';
const update = { updateId: 'upd_1', publicUrl };

let database: TestDatabase;
/** Number of sends until the process "ends". */
let sendsLeft = Number.POSITIVE_INFINITY;

before(async () => {
  database = await testDatabase();
  await sql`create table queued (email text not null, message_id text not null)`.execute(database.db);
});
after(() => database.close());

beforeEach(async () => {
  const { db } = database;
  sendsLeft = Number.POSITIVE_INFINITY;
  await sql`truncate queued, announcements, status_subscribers cascade`.execute(db);
  await sql`insert into announcements (id, kind, severity, title, starts_at, created_at, updated_at)
    values ('ann_1', 'incident', 'minor', 'Slow', '2026-11-20', '2026-11-20', '2026-11-20')`.execute(db);
  await sql`insert into announcement_updates
    values ('upd_1', 'ann_1', 'investigating', 'We look.', '2026-11-20T12:00:00Z')`.execute(db);
  await sql`insert into status_subscribers (id, email, mailbox, confirmed_at, unsubscribe_token, created_at)
    select 'sub_' || n, n || '@example.com', n || '@example.com', '2026-11-01', 'token' || n, '2026-11-01'
    from generate_series(1, ${sql.lit(subscribers)}) n`.execute(db);
});

/** Queues in the transaction, as the jobs of the service do. */
const jobs = {
  send: async (trx: Trx, _queue: string, data: unknown) => {
    if (sendsLeft-- <= 0) throw new Error('The process ends here.');
    const { to, messageId } = data as MailMessage;
    await sql`insert into queued values (${to}, ${messageId})`.execute(trx);
    return true;
  },
};
const deps = () => ({ db: database.db, jobs });

async function countQueued() {
  const { rows } = await sql<{ mails: number; readers: number; ids: number }>`select count(*)::int as mails,
    count(distinct email)::int as readers, count(distinct message_id)::int as ids from queued`.execute(database.db);
  return rows[0];
}
const all = { mails: subscribers, readers: subscribers, ids: subscribers };

test('several processes queue one email per subscriber', async () => {
  await Promise.all([1, 2, 3].map(() => mailUpdate(deps(), update)));
  assert.deepEqual(await countQueued(), all);
  await mailUpdate(deps(), update);
  assert.deepEqual(await countQueued(), all);
});

test('a retry queues the emails that an interrupted process did not, and none twice', async () => {
  sendsLeft = 130;
  await assert.rejects(mailUpdate(deps(), update), /ends here/);
  assert.equal((await countQueued())?.mails, 130);
  sendsLeft = Number.POSITIVE_INFINITY;
  await mailUpdate(deps(), update);
  assert.deepEqual(await countQueued(), all);
});

test('unconfirmed and later subscribers are not mailed; after deletion of the announcement nobody is', async () => {
  const { db } = database;
  await sql`update status_subscribers set confirmed_at = case id when 'sub_2' then '2026-11-21'::timestamptz end,
    confirm_until = case id when 'sub_1' then '2026-11-02'::timestamptz end where id in ('sub_1', 'sub_2')`.execute(db);
  await mailUpdate(deps(), update);
  assert.equal((await countQueued())?.mails, subscribers - 2);
  await deleteUnconfirmedSubscribers(db, new Date());
  const left = sql<{ id: string }>`select id from status_subscribers where id in ('sub_1', 'sub_2')`;
  assert.deepEqual((await left.execute(db)).rows, [{ id: 'sub_2' }]);
  await sql`delete from announcements`.execute(db);
  await sql`truncate queued`.execute(db);
  await mailUpdate(deps(), update);
  assert.equal((await countQueued())?.mails, 0);
});

test('an email has a one-click unsubscribe link, and one id for all attempts to send it', async () => {
  const sent: MailMessage[] = [];
  const recording = { send: async (_trx: Trx, _queue: string, data: unknown) => sent.push(data as MailMessage) > 0 };
  await mailUpdate({ db: database.db, jobs: recording }, update);
  const mail = sent.find(({ to }) => to === '7@example.com');
  assert.equal(mail?.messageId, '<upd_1.sub_7@api.example.com>');
  assert.deepEqual(mail?.headers, {
    'List-Unsubscribe': `<${publicUrl}/status/unsubscribe?token=token7>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  assert.match(mail?.text ?? '', /We look\./);
});

test('account owners are mailed once each, except suspended or subscribed ones, without an unsubscribe link', async () => {
  const { db } = database;
  for (const [n, email] of ['Ann@example.com', '7@example.com', 'sue@example.com'].entries())
    await sql`insert into accounts (id, name, email, plan, created_at, suspended_at)
      values (${`acc_${n}`}, 'A', ${email}, 'pro', now(), ${email.startsWith('sue') ? new Date() : null})`.execute(db);
  const sent: MailMessage[] = [];
  const recording = { send: async (_trx: Trx, _queue: string, data: unknown) => sent.push(data as MailMessage) > 0 };
  await mailUpdate({ db, jobs: recording }, { ...update, owners: 'others' });
  assert.deepEqual(
    sent.map(({ to, headers }) => [to.toLowerCase(), headers]),
    [['ann@example.com', undefined]],
  );
  await mailUpdate({ db, jobs: recording }, { ...update, owners: 'all' });
  assert.deepEqual(
    sent.slice(1).map(({ to }) => to.toLowerCase()),
    ['7@example.com', 'ann@example.com'],
  );
});

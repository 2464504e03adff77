// Digests: settings, one email per period over several processes, attempts after a kill, refusals, unsubscribing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type LiveCatalog, openLiveCatalog } from '../../src/catalog/live-catalog.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type RunDueDeps, requestDueDigests } from '../../src/digests/run-due.ts';
import { sendDigest } from '../../src/digests/send.ts';
import { type DigestJob, type Jobs, startJobs } from '../../src/jobs/jobs.ts';
import type { MailMessage } from '../../src/mail/message.ts';
import type { SendMail } from '../../src/mail/send.ts';
import { readOutbox } from '../setup/outbox.ts';
import { type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let client: pg.Client;
let db: Database;
let closeDatabase: () => Promise<void>;
let catalog: LiveCatalog;
let jobs: Jobs;
let deps: RunDueDeps;
/** Pending hooks. Publishing one by SQL costs far less than an import. */
let pool: string[];

before(async () => {
  service = await testService();
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  // The minutely run would process digests that a test makes due.
  await client.query("delete from pgboss.schedule where name = 'digests'");
  const lines = Array.from({ length: 45 }, (_, n) => {
    const text = `zzqv ${[...String(n + 10)].map((digit) => 'qwxzvkjbfh'[Number(digit)]?.repeat(3)).join('')}`;
    const source_url = `https://example.com/v/${n}`;
    return JSON.stringify({ text, views: 200_000 + n, platform: 'TikTok', language: 'en', source_url });
  });
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  assert.equal(report.pending, lines.length, JSON.stringify(report));
  const { rows } = await client.query('select id from hooks order by views');
  pool = rows.map(({ id }) => `hook_${id}`);
  ({ db, close: closeDatabase } = openDatabase(service.databaseUrl, () => {}));
  jobs = await startJobs(service.databaseUrl, { isSoleWorker: false, isSendOnly: true }, () => {});
  catalog = await openLiveCatalog(service.databaseUrl, db, () => {});
  deps = { db, jobs, catalog };
});

after(async () => {
  await jobs.close();
  await catalog.close();
  await closeDatabase();
  await client.end();
  await service.close();
});

/** Publishes hooks of a niche. Later ones have more views. */
async function add(niche: string, count = 1): Promise<string[]> {
  const ids = pool.splice(0, count);
  assert.equal(ids.length, count);
  await client.query('begin');
  await client.query('update catalog set version = version + 1, updated_at = clock_timestamp()');
  await client.query(
    `update hooks set state = 'published', niche = $2, version = c.version, added_version = c.version, added_at = now()
      from catalog c where 'hook_' || hooks.id = any($1)`,
    [ids, niche],
  );
  await client.query('notify hookline_catalog');
  await client.query('commit');
  return ids;
}

const daily = { name: 'Finance', filters: { niche: 'finance' }, digest: 'daily' };

async function create(key: string, body: object = daily) {
  const answer = await service.send('POST', '/searches', key, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

/** A digest of hooks of the niche. */
async function newDigest(niche: string) {
  const account = await service.account('pro');
  return {
    account: account.id,
    ...account,
    id: (await create(account.key, { ...daily, filters: { niche } })).search_id,
  };
}

const read = async (id: string, key: string) => (await service.get(`/searches/${id}`, key)).body;
const change = async (id: string, key: string, body: object) =>
  (await service.send('PATCH', `/searches/${id}`, key, { body })).body;
const changeAccount = (id: string, body: object) => service.operator('PATCH', `/operator/accounts/${id}`, body);

/** Makes a digest due, `daysAgo` days late, by changing its times in the database. */
async function makeDue(id: string, daysAgo = 0): Promise<void> {
  await client.query(
    `update digests set next_run_at = now() - interval '1 minute' - make_interval(days => $2), last_period = null, sent_period = null where search_id = $1`,
    [id, daysAgo],
  );
}

const mails = (email: string, text = 'new hook') =>
  readOutbox(service.dataDir).filter((mail) => mail.includes(`To: ${email}`) && mail.includes(text));

/** Returns the jobs of due digests without running them. */
async function requestHeld(): Promise<DigestJob[]> {
  const requested: DigestJob[] = [];
  const send = async (_trx: unknown, _queue: string, job: unknown) => requested.push(job as DigestJob) > 0;
  await requestDueDigests({ ...deps, jobs: { send } });
  return requested;
}

/** Runs the job with another `send` function. */
function runJob(job: DigestJob | undefined, send: SendMail): Promise<void> {
  assert.ok(job);
  const sending = { ...deps, lockDb: db, publicUrl: () => service.url, linkSecret: 'secret', send };
  return sendDigest(sending, job, new AbortController().signal);
}

/** Requests due digests, and waits until their jobs have ended. */
async function runDue(): Promise<void> {
  await requestDueDigests(deps);
  await until(
    async () =>
      (await client.query("select 1 from pgboss.job where name in ('digest', 'mail') and state < 'completed'"))
        .rowCount,
    (left) => left === 0,
  );
}

test('a digest is set with its search, daily at 8 or weekly on Mondays by default, in the time zone of the account', async () => {
  const { key, email } = await service.account('pro');
  const session = await signIn(service, email);
  const created = await create(key);
  assert.equal(new Date(created.digest_next_at).getUTCHours(), 8);
  const weekly = await change(created.search_id, key, { digest: 'weekly' });
  const next = new Date(weekly.digest_next_at);
  assert.deepEqual([next.getUTCDay(), next.getUTCHours(), next > new Date()], [1, 8, true]);
  const moved = await change(created.search_id, key, { digest_day: 'friday', digest_hour: 23 });
  assert.deepEqual([moved.digest, new Date(moved.digest_next_at).getUTCDay()], ['weekly', 5]);
  assert.equal((await session.send('PATCH', '/account', { timezone: 'Asia/Tokyo' })).status, 200);
  assert.equal(new Date((await read(created.search_id, key)).digest_next_at).getUTCHours(), 14);
  assert.equal((await change(created.search_id, key, { digest: 'off' })).digest_next_at, null);

  for (const [field, value] of Object.entries({ digest: 'hourly', digest_day: 'Montag', digest_hour: 24 })) {
    const { status, body } = await service.send('POST', '/searches', key, { body: { name: 'X', [field]: value } });
    assert.deepEqual([status, body.errors[0].pointer], [422, `#/${field}`]);
  }
  assert.equal((await session.send('PATCH', '/account', { timezone: 'Mars/Base' })).status, 422);
});

test('new hooks are mailed once by several processes: the ten most viewed with links, and the number of others', async () => {
  const { key, email } = await service.account('pro');
  await add('finance');
  const { search_id: id } = await create(key);
  await makeDue(id);
  await runDue();
  assert.deepEqual(mails(email), [], 'nothing is new');
  await add('food');
  const added = await add('finance', 12);
  await makeDue(id);
  await Promise.all([requestDueDigests(deps), requestDueDigests(deps), requestDueDigests(deps)]);
  await runDue();
  const [mail = '', ...others] = mails(email);
  assert.equal(others.length, 0);
  assert.match(mail, /^Subject: 12 new hooks: Finance/m);
  const links = [...mail.matchAll(/https:\/\/example\.com\/v\/(\d+)/g)].map(([, n]) => Number(n));
  const newest = 45 - pool.length - 1;
  assert.deepEqual(
    links,
    Array.from({ length: 10 }, (_, n) => newest - n),
  );
  const [, url = ''] = /See 2 more hooks:\s+(\S+)/.exec(mail) ?? [];
  const { searchParams } = new URL(url);
  const listed = await service.get(`/hooks?niche=finance&added_since=${searchParams.get('added_since')}&limit=20`, key);
  assert.deepEqual(listed.body.data.map((hook: { id: string }) => hook.id).sort(), added.sort());

  // Simulates an older digest.
  await client.query(`update digests set told_at = now() + interval '1 hour' where search_id = $1`, [id]);
  for (const state of ['retired', 'published'])
    await service.operator('PATCH', `/operator/hooks/${added[0]}`, { state });
  await makeDue(id);
  await runDue();
  assert.equal(mails(email).length, 1, 'a hook that was gone and came back is not new');
});

test('each hook is in one digest, also if it is published while a digest is requested', async () => {
  const { email, id } = await newDigest('fitness');
  for (const count of [2, 1]) {
    await add('fitness', count);
    await catalog.refresh();
    const pinned = catalog.current();
    // The run uses a catalog from before this hook, so the next digest includes it.
    await add('fitness');
    await makeDue(id);
    await requestDueDigests({ ...deps, catalog: { current: () => pinned, refresh: async () => {} } });
    await runDue();
  }
  await makeDue(id);
  await runDue();
  const subjects = mails(email).map((mail) => /^Subject: (\d) new/m.exec(mail)?.[1]);
  assert.deepEqual(subjects, ['2', '2', '1']);
});

test('one digest covers the days of an outage of the service, and a change of its hour does not postpone it', async () => {
  const { key, email, id } = await newDigest('travel');
  await add('travel');
  await makeDue(id, 5);
  await runDue();
  await runDue();
  assert.equal(mails(email).length, 1);
  await makeDue(id);
  const { digest_next_at: due } = await read(id, key);
  assert.equal((await change(id, key, { digest_hour: 12 })).digest_next_at, due, 'what is due is not put off');
  await runDue();
});

test('a process that exits before it commits leaves the digest due; one that exits before it settles sends the same message again', async () => {
  const { key, id } = await newDigest('music');
  await add('music');
  await makeDue(id);
  const end = () => Promise.reject(new Error('The process ends here.'));
  await assert.rejects(requestDueDigests({ ...deps, jobs: { send: end } }), /ends here/);
  assert.ok(Date.parse((await read(id, key)).digest_next_at) < Date.now());
  const [job, ...others] = await requestHeld();
  assert.equal(others.length, 0);
  const sent: MailMessage[] = [];
  const send: SendMail = async (message) => {
    sent.push(message);
    return { refusal: undefined };
  };
  const dies: SendMail = async (message) => {
    await send(message);
    return end();
  };
  await assert.rejects(runJob(job, dies), /ends here/);
  await add('music');
  await catalog.refresh();
  await runJob(job, send);
  assert.deepEqual(sent[0], sent[1], 'with the same hooks and id');
  await runJob(job, send);
  assert.equal(sent.length, 2, 'a job that runs again after it was settled sends nothing');
});

test('a digest is sent by one job at a time; a refused recipient stops it, a temporary refusal does not', async () => {
  const { key, id } = await newDigest('beauty');
  await add('beauty');
  await makeDue(id);
  const [job] = await requestHeld();
  const began = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ refusal: undefined }>();
  const first = runJob(job, () => {
    began.resolve();
    return answer.promise;
  });
  await began.promise;
  await assert.rejects(
    runJob(job, () => assert.fail('It is sent twice.')),
    /is being sent/,
  );
  answer.reject(new Error('450 later'));
  await assert.rejects(first, /450 later/);
  assert.equal((await read(id, key)).digest_stopped, null);
  await runJob(job, async () => ({ refusal: '550 5.1.1 no such user' }));
  const { digest, digest_next_at, digest_stopped } = await read(id, key);
  assert.deepEqual([digest, digest_next_at], ['daily', null]);
  assert.deepEqual([digest_stopped.by, digest_stopped.error], ['bounce', '550 5.1.1 no such user']);
  const { body: log } = await service.operator('GET', `/operator/audit?subject=${id}&action=search.digest_stopped`);
  assert.equal(log.records.length, 1);
});

test('test digests are limited to five an hour', async () => {
  const { key, email, id } = await newDigest('science');
  const send = () => service.send('POST', `/searches/${id}/digest/test`, key);
  for (let n = 0; n < 5; n++) assert.deepEqual((await send()).body, { email });
  assert.equal((await send()).body.code, 'rate_limited');
});

test('a digest that fails stays due and delays no other; one that is turned off after it was requested is not sent', async () => {
  const [broken, other] = [await newDigest('sports'), await newDigest('sports')];
  await add('sports');
  await client.query("update accounts set timezone = 'Mars/Base' where id = $1", [broken.account]);
  await makeDue(broken.id, 1);
  await makeDue(other.id);
  await assert.rejects(requestDueDigests(deps), /^AggregateError: Failed: srch_\w+: [^;]+$/);
  await client.query("update accounts set timezone = 'UTC' where id = $1", [broken.account]);
  const [job] = await requestHeld();
  await change(broken.id, broken.key, { digest: 'off' });
  await runJob(job, () => assert.fail('It is sent.'));
  await runDue();
  assert.deepEqual([mails(broken.email).length, mails(other.email).length], [0, 1]);
});

test('after the outage of a mail server only the digest of the last period is sent, with the hooks of all periods', async () => {
  const { id } = await newDigest('gaming');
  const requested: DigestJob[] = [];
  for (const daysAgo of [1, 0]) {
    await add('gaming');
    await makeDue(id, daysAgo);
    requested.push(...(await requestHeld()));
  }
  const [first, second] = requested;
  assert.ok(first && second);
  const subjects: string[] = [];
  for (const job of [{ ...first, period: '2026-01-01' }, second, second])
    await runJob(job, async ({ subject }) => {
      subjects.push(subject);
      return { refusal: undefined };
    });
  assert.deepEqual(subjects, ['2 new hooks: Finance']);
});

test('suspended and deleted accounts get no digest, and a restored one gets one; after a downgrade the oldest searches keep theirs', async () => {
  const { id: account, key, email } = await service.account('pro');
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    ids.push((await create(key, { ...daily, name, filters: { niche: 'pets' } })).search_id);
  await add('pets');
  for (const id of ids) await makeDue(id);
  await changeAccount(account, { suspended: true });
  await runDue();
  await service.operator('DELETE', `/operator/accounts/${account}`, {});
  await runDue();
  assert.deepEqual(mails(email), []);
  await service.operator('POST', `/operator/accounts/${account}/restore`, {});
  await changeAccount(account, { suspended: false, plan: 'free' });
  await runDue();
  assert.equal(mails(email).length, 3);
  const last = await read(ids[3] ?? '', key);
  assert.deepEqual([last.digest_stopped.by, last.digest_next_at], ['plan', null]);
  assert.equal((await service.send('PATCH', `/searches/${ids[3]}`, key, { body: { digest: 'daily' } })).status, 409);
  await service.send('DELETE', `/searches/${ids[0]}`, key);
  const resumed = await change(ids[3] ?? '', key, { digest: 'daily' });
  assert.deepEqual([resumed.digest_stopped, Date.parse(resumed.digest_next_at) > Date.now()], [null, true]);
});

test('the unsubscribe link turns off its digest, or all of the account, with one click and no session; not after a change of email', async () => {
  const { id: account, key, email } = await service.account('pro');
  const ids: string[] = [];
  for (const name of ['First', 'Second', 'Third'])
    ids.push((await create(key, { ...daily, name, filters: { niche: 'art' } })).search_id);
  await add('art');
  for (const id of ids) await makeDue(id);
  await runDue();
  const [mail = ''] = mails(email, 'First');
  assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  const [url = ''] = /(?<=List-Unsubscribe: <)[^>]+/.exec(mail) ?? [];
  const link = `/digests/link?token=${new URL(url).searchParams.get('token')}`;
  assert.deepEqual((await service.get(link)).body.data, { search_name: 'First', digest: 'daily' });
  const post = async (to: string) => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    return (await fetch(to, { method: 'POST', body })).status;
  };
  const states = async () => Promise.all(ids.map(async (id) => (await read(id, key)).digest));
  assert.deepEqual([await post(url), await post(url)], [204, 204]);
  assert.deepEqual(await states(), ['off', 'daily', 'daily']);
  assert.equal(await post(`${service.url}/digests/unsubscribe?token=${ids[1]}.${'A'.repeat(43)}`), 404);
  const [second = ''] = /(?<=List-Unsubscribe: <)[^>]+/.exec(mails(email, 'Second')[0] ?? '') ?? [];
  await changeAccount(account, { email: `new-${email}` });
  assert.equal(await post(second), 404);
  await changeAccount(account, { email });
  assert.equal(await post(`${second}&all=true`), 204);
  assert.deepEqual(await states(), ['off', 'off', 'off']);
});

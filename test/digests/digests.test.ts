// Digests: settings, one email a period over several processes and a kill, its hooks, refusals, unsubscribing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type LiveCatalog, openLiveCatalog } from '../../src/catalog/snapshot/live-catalog.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type RunDueDeps, requestDueDigests } from '../../src/digests/run-due.ts';
import { sendDigest } from '../../src/digests/send.ts';
import { type DigestJob, type Jobs, startJobs } from '../../src/jobs/jobs.ts';
import type { MailMessage } from '../../src/mail/message.ts';
import type { SendMail } from '../../src/mail/send.ts';
import { readOutbox, readOutboxHtml } from '../setup/outbox.ts';
import { startKilledProcess } from '../setup/processes/killed-process.ts';
import { hookLine, type TestService } from '../setup/service.ts';
import { call, importLines, newKey } from '../setup/service-process.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let client: pg.Client;
let db: Database;
let closeDatabase: () => Promise<void>;
let catalog: LiveCatalog;
let jobs: Jobs;
let deps: RunDueDeps;
let lines = 0;
/** What the killed process had sent. */
let sentBeforeKill: string[];

before(async () => {
  const { running, databaseUrl, dataDir, killAt } = await startKilledProcess();
  client = new pg.Client(databaseUrl);
  await client.connect();
  // The run of each minute would take what a test makes due.
  await client.query("delete from pgboss.schedule where name = 'digests'");
  const { body } = await call(running, await newKey(running, 'pro'), 'POST', '/searches', {
    name: 'Killed',
    digest: 'daily',
  });
  await importLines(running, [hookLine('A line before the kill')]);
  ({ db, close: closeDatabase } = openDatabase(databaseUrl, () => {}));
  jobs = await startJobs(databaseUrl, { isSoleWorker: false, isSendOnly: true }, () => {});
  await makeDue(body.search_id);
  service = await killAt('before update on digests', 'new.sent_period is not null', () =>
    db.transaction().execute((trx) => jobs.send(trx, 'digests', null)),
  );
  sentBeforeKill = readOutbox(dataDir, 'Subject: 1 new hook: Killed');
  await client.query("delete from pgboss.schedule where name = 'digests'");
  catalog = await openLiveCatalog(databaseUrl, db, () => {});
  deps = { db, jobs, catalog };
  await add('food', 2);
});

after(async () => {
  await jobs.close();
  await catalog.close();
  await closeDatabase();
  await client.end();
  await service.close();
});

/** Imports hooks of a niche. Later ones have more views. */
async function add(niche: string, count: number): Promise<void> {
  const one = () => {
    const line = hookLine(`Line ${++lines} of ${niche}`, { niche, views: 200_000 + lines });
    return JSON.stringify({ ...JSON.parse(line), source_url: `https://example.com/v/${lines}` });
  };
  await service.import(Array.from({ length: count }, one).join('\n'), 'preset=hookline&format=jsonl');
}

const daily = { name: 'Finance', filters: { niche: 'finance' }, digest: 'daily' };

async function create(key: string, body: object = daily) {
  const answer = await service.send('POST', '/searches', key, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

/** A digest with hooks of the niche only. */
async function newDigest(niche: string) {
  const account = await service.account('pro');
  return { ...account, id: (await create(account.key, { ...daily, filters: { niche } })).search_id as string };
}

const read = async (id: string, key: string) => (await service.get(`/searches/${id}`, key)).body;
const change = async (id: string, key: string, body: object) =>
  (await service.send('PATCH', `/searches/${id}`, key, { body })).body;

/** As the days before this one: the clock is moved in the database. */
async function makeDue(id: string, daysAgo = 0): Promise<void> {
  await client.query(
    `update digests set next_run_at = now() - interval '1 minute' - make_interval(days => $2), last_period = null, sent_period = null where search_id = $1`,
    [id, daysAgo],
  );
}

const mails = (email: string, text = 'new hook') =>
  readOutbox(service.dataDir).filter((mail) => mail.includes(`To: ${email}`) && mail.includes(text));

/** What is due is requested as a job that does not run. */
async function requestHeld(): Promise<DigestJob[]> {
  const requested: DigestJob[] = [];
  const send = async (_trx: unknown, _queue: string, job: unknown) => requested.push(job as DigestJob) > 0;
  await requestDueDigests({ ...deps, jobs: { send } });
  return requested;
}

/** Runs the job with another way to send its email. */
function runJob(job: DigestJob | undefined, send: SendMail): Promise<void> {
  assert.ok(job);
  const sending = { ...deps, lockDb: db, publicUrl: () => service.url, linkSecret: 'secret', send };
  return sendDigest(sending, job, new AbortController().signal);
}

/** Requests what is due, and waits until no job of it is left. */
async function runDue(): Promise<void> {
  await requestDueDigests(deps);
  await until(
    async () =>
      (await client.query("select 1 from pgboss.job where name in ('digest', 'mail') and state < 'completed'"))
        .rowCount,
    (left) => left === 0,
  );
}

test('a process that is killed between sending an email and settling it: the next one sends the same message again, and settles', async () => {
  await until(
    async () =>
      (
        await client.query(
          "select 1 from digests where sent_period is not null and search_id in (select id from searches where name = 'Killed')",
        )
      ).rowCount,
    (settled) => settled === 1,
  );
  const again = readOutbox(service.dataDir, 'Subject: 1 new hook: Killed');
  const identity = (mails: string[]) => mails.map((mail) => mail.match(/^(Message-ID|Date): .*/gim));
  assert.equal(sentBeforeKill.length, 1);
  assert.deepEqual(identity(again), identity(sentBeforeKill));
});

test('a digest is set with its search, daily at 8 or weekly on Mondays by default, in the time zone of the account', async () => {
  const { key, email } = await service.account('pro');
  const session = await signIn(service, email);
  const off = await create(key, { name: 'Off' });
  assert.deepEqual([off.digest, off.digest_next_at, off.digest_stopped], ['off', null, null]);
  const created = await create(key);
  assert.equal(new Date(created.digest_next_at).getUTCHours(), 8);
  const weekly = await change(created.search_id, key, { digest: 'weekly' });
  const next = new Date(weekly.digest_next_at);
  assert.deepEqual([next.getUTCDay(), next.getUTCHours(), next > new Date()], [1, 8, true]);
  const moved = await change(created.search_id, key, { digest_day: 'friday', digest_hour: 23 });
  assert.deepEqual([moved.digest, new Date(moved.digest_next_at).getUTCDay()], ['weekly', 5]);
  const { status, body } = await session.send('PATCH', '/account', { timezone: 'Asia/Tokyo' });
  assert.deepEqual([status, body.data.account.timezone], [200, 'Asia/Tokyo']);
  assert.equal(new Date((await read(created.search_id, key)).digest_next_at).getUTCHours(), 14);
  assert.equal((await change(created.search_id, key, { digest: 'off' })).digest_next_at, null);
  const { body: log } = await session.send('GET', '/account/audit?kind=account');
  assert.deepEqual(log.data[0].details, { timezone: { from: 'UTC', to: 'Asia/Tokyo' } });
});

test('a wrong digest, day, hour or time zone is named with what to do', async () => {
  const { key, email } = await service.account('pro');
  for (const [field, value] of Object.entries({ digest: 'hourly', digest_day: 'Montag', digest_hour: 24 })) {
    const { status, body } = await service.send('POST', '/searches', key, { body: { name: 'X', [field]: value } });
    assert.deepEqual([status, body.errors[0].pointer], [422, `#/${field}`]);
    assert.match(body.errors[0].detail, /must be/);
  }
  const session = await signIn(service, email);
  for (const timezone of ['Mars/Base', '+02:00', '']) {
    const { status, body } = await session.send('PATCH', '/account', { timezone });
    assert.deepEqual([status, body.errors[0].pointer], [422, '#/timezone']);
  }
});

test('what is new is mailed once by several processes: the ten most viewed with links, and how many more', async () => {
  const { key, email } = await service.account('pro');
  await add('finance', 1);
  const { search_id: id } = await create(key);
  await add('food', 1);
  await add('finance', 12);
  await makeDue(id);
  await Promise.all([requestDueDigests(deps), requestDueDigests(deps), requestDueDigests(deps)]);
  await runDue();
  const [mail = '', ...others] = mails(email);
  assert.equal(others.length, 0);
  assert.match(mail, /^Subject: 12 new hooks: Finance/m);
  const told = [...mail.matchAll(/^- Line (\d+) of finance/gm)].map(([, n]) => Number(n));
  assert.deepEqual(
    told,
    Array.from({ length: 10 }, (_, n) => lines - n),
  );
  assert.ok(mail.includes(`https://example.com/v/${lines}`), 'links to the sources');
  const [, url = ''] = /See 2 more hooks:\s+(\S+)/.exec(mail) ?? [];
  const { pathname, searchParams } = new URL(url);
  assert.deepEqual([pathname, searchParams.get('niche')], ['/dashboard/hooks', 'finance']);
  const listed = await service.get(`/hooks?niche=finance&added_since=${searchParams.get('added_since')}&limit=20`, key);
  assert.equal(listed.body.data.length, 12);
  const { digest_last_at, digest_next_at } = await read(id, key);
  assert.ok(Date.parse(digest_last_at) > Date.now() - 86_400_000 && Date.parse(digest_next_at) > Date.now());
  assert.equal(readOutboxHtml(service.dataDir, 'Subject: 12 new hooks').length, 1);
  const { body: usage } = await service.get('/usage', key);
  assert.equal(usage.data.windows[0].used, 1);
});

test('without anything new there is no email; two digests tell every hook once, also one that is imported between them', async () => {
  const { email, id } = await newDigest('fitness');
  await makeDue(id);
  await runDue();
  assert.deepEqual(mails(email), []);
  const titles: string[] = [];
  for (const count of [2, 3]) {
    await add('fitness', count);
    const before = deps.catalog.current;
    await deps.catalog.refresh();
    const pinned = before();
    // The run holds a catalog from before this import: the next one tells it.
    await add('fitness', 1);
    await makeDue(id);
    await requestDueDigests({ ...deps, catalog: { current: () => pinned, refresh: async () => {} } });
    await runDue();
  }
  await makeDue(id);
  await runDue();
  for (const mail of mails(email)) titles.push(...[...mail.matchAll(/^- (Line \d+)/gm)].map(([, title = '']) => title));
  assert.deepEqual([titles.length, new Set(titles).size, mails(email).length], [7, 7, 3]);
});

test('days that the service was down are made up for by one digest, and a day has one also if its hour is changed', async () => {
  const { key, email, id } = await newDigest('travel');
  await add('travel', 1);
  await makeDue(id, 5);
  await runDue();
  await runDue();
  assert.equal(mails(email).length, 1);
  await add('travel', 1);
  await makeDue(id);
  const { digest_next_at: due } = await read(id, key);
  assert.equal((await change(id, key, { digest_hour: 12 })).digest_next_at, due, 'what is due is not put off');
  await runDue();
  const today = new Date().toISOString().slice(0, 10);
  await client.query('update digests set last_period = $2 where search_id = $1', [id, today]);
  for (const hour of [0, new Date().getUTCHours(), 23]) {
    const { digest_next_at } = await change(id, key, { digest_hour: hour });
    assert.notEqual(digest_next_at.slice(0, 10), today);
  }
});

test('a process that ends before it commits leaves the digest due; one that ends before it sends leaves the job', async () => {
  const { key, email, id } = await newDigest('music');
  await add('music', 1);
  await makeDue(id);
  const end = () => Promise.reject(new Error('The process ends here.'));
  await assert.rejects(requestDueDigests({ ...deps, jobs: { send: end } }), /ends here/);
  assert.ok(Date.parse((await read(id, key)).digest_next_at) < Date.now());
  await runDue();
  assert.equal(mails(email).length, 1);
  const { rows } = await client.query("select data from pgboss.job where name = 'digest' and data->>'searchId' = $1", [
    id,
  ]);
  const sent: MailMessage[] = [];
  const send: SendMail = async (message) => {
    sent.push(message);
    return { refusal: undefined };
  };
  await runJob(rows[0].data, send);
  assert.deepEqual(sent, [], 'a job that runs again after it was settled sends nothing');
  const unsettle = () =>
    client.query('update digests set sent_period = null, told_version = 0, told_at = null where search_id = $1', [id]);
  await unsettle();
  await runJob(rows[0].data, send);
  await unsettle();
  await add('music', 1);
  await catalog.refresh();
  await runJob(rows[0].data, send);
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[0], sent[1], 'an attempt after a kill sends the same message again');
});

test('a digest is sent by one job at a time, and tells no hook again that was gone and came back', async () => {
  const { key, email, id } = await newDigest('pets');
  await add('pets', 1);
  await makeDue(id);
  const accepted = Promise.withResolvers<{ refusal: undefined }>();
  const began = Promise.withResolvers<void>();
  const send = () => {
    began.resolve();
    return accepted.promise;
  };
  const job = (await requestHeld()).find(({ searchId }) => searchId === id);
  const first = runJob(job, send);
  await began.promise;
  await assert.rejects(runJob(job, send), /is being sent/);
  accepted.resolve({ refusal: undefined });
  await first;
  const { body: found } = await service.get('/hooks?niche=pets', key);
  // As though that digest was some time ago.
  await client.query(`update digests set told_at = now() + interval '1 hour' where search_id = $1`, [id]);
  for (const state of ['retired', 'published'])
    await service.operator('PATCH', `/operator/hooks/${found.data[0].id}`, { state });
  await makeDue(id);
  await runDue();
  assert.equal(mails(email).length, 0);
});

test('a digest that fails stays due and delays no other', async () => {
  const [broken, other] = [await service.account('pro'), await service.account('pro')];
  const sports = { ...daily, filters: { niche: 'sports' } };
  const { search_id: brokenId } = await create(broken.key, sports);
  const { search_id: otherId } = await create(other.key, sports);
  await add('sports', 1);
  await client.query("update accounts set timezone = 'Mars/Base' where id = $1", [broken.id]);
  await makeDue(brokenId, 1);
  await makeDue(otherId);
  await assert.rejects(requestDueDigests(deps), /^AggregateError: Digests failed: srch_\w+: [^;]+$/);
  await client.query("update accounts set timezone = 'UTC' where id = $1", [broken.id]);
  await runDue();
  for (const { email } of [broken, other]) assert.equal(mails(email).length, 1);
});

test('after the outage of a mail server only the digest of the last period is sent, with what all of them would tell', async () => {
  const { id } = await newDigest('gaming');
  const requested: DigestJob[] = [];
  for (const [daysAgo, period] of [
    [1, '2026-01-01'],
    [0, undefined],
  ] as const) {
    await add('gaming', 1);
    await makeDue(id, daysAgo);
    requested.push(...(await requestHeld()));
    const last = period ?? requested.at(-1)?.period;
    await client.query('update digests set last_period = $2 where search_id = $1', [id, last]);
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

test('a recipient that the mail server refuses stops its digest with the response; a temporary refusal does not', async () => {
  const { id, key } = await newDigest('beauty');
  await add('beauty', 1);
  await makeDue(id);
  const [job] = await requestHeld();
  await assert.rejects(
    runJob(job, () => Promise.reject(new Error('450 later'))),
    /450 later/,
  );
  assert.equal((await read(id, key)).digest_stopped, null);
  await runJob(job, async () => ({ refusal: '550 5.1.1 no such user' }));
  const { digest, digest_next_at, digest_stopped } = await read(id, key);
  assert.deepEqual([digest, digest_next_at], ['daily', null]);
  assert.deepEqual([digest_stopped.by, digest_stopped.error], ['bounce', '550 5.1.1 no such user']);
  const { body: log } = await service.operator('GET', `/operator/audit?subject=${id}&action=search.digest_stopped`);
  assert.deepEqual(log.records[0].details, { by: 'bounce', error: '550 5.1.1 no such user' });
});

test('suspended and deleted accounts get none; after it is restored an account gets one', async () => {
  const account = await service.account('pro');
  const { search_id: id } = await create(account.key, { ...daily, filters: { niche: 'pets' } });
  await add('pets', 1);
  await makeDue(id);
  await service.operator('PATCH', `/operator/accounts/${account.id}`, { suspended: true });
  await runDue();
  await service.operator('DELETE', `/operator/accounts/${account.id}`, {});
  await runDue();
  assert.deepEqual(mails(account.email), []);
  await service.operator('POST', `/operator/accounts/${account.id}/restore`, {});
  await service.operator('PATCH', `/operator/accounts/${account.id}`, { suspended: false });
  await runDue();
  assert.equal(mails(account.email).length, 1);
});

test('after a downgrade the oldest searches of the plan keep their digests, and the others say why they stopped', async () => {
  const { id: account, key, email } = await service.account('pro');
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    ids.push((await create(key, { ...daily, name, filters: { niche: 'diy' } })).search_id);
  await add('diy', 1);
  await service.operator('PATCH', `/operator/accounts/${account}`, { plan: 'free' });
  for (const id of ids) await makeDue(id);
  await runDue();
  assert.equal(mails(email).length, 3);
  const last = await read(ids[3] ?? '', key);
  assert.deepEqual([last.digest_stopped.by, last.digest_next_at], ['plan', null]);
  assert.match(last.digest_stopped.error, /3 oldest saved searches/);
  const refused = await service.send('PATCH', `/searches/${ids[3]}`, key, { body: { digest: 'daily' } });
  assert.equal(refused.status, 409);
  const [mail = ''] = mails(email);
  assert.match(mail, /\/dashboard\/hooks\/hook_\d+/, 'links to the pages of hooks, as briefs have no sources');
  await service.send('DELETE', `/searches/${ids[0]}`, key);
  const resumed = await change(ids[3] ?? '', key, { digest: 'daily' });
  assert.deepEqual([resumed.digest_stopped, Date.parse(resumed.digest_next_at) > Date.now()], [null, true]);
});

const tokenIn = (mail = '') => /List-Unsubscribe: <\S+\?token=([^>\s]+)>/.exec(mail)?.[1] ?? '';

test('the link of an email turns its digest off with one click and without a session, or all of the account', async () => {
  const { key, email } = await service.account('pro');
  const [first, second] = [
    await create(key, { ...daily, filters: { niche: 'art' } }),
    await create(key, { ...daily, name: 'Second', filters: { niche: 'art' } }),
  ];
  await add('art', 1);
  for (const { search_id } of [first, second]) await makeDue(search_id);
  await runDue();
  const mail = mails(email, 'Finance')[0] ?? '';
  assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  const [url = ''] = /(?<=List-Unsubscribe: <)[^>]+/.exec(mail) ?? [];
  const page = await fetch(url);
  assert.match(page.headers.get('content-type') ?? '', /text\/html/);
  const link = `/digests/link?token=${tokenIn(mail)}`;
  assert.deepEqual((await service.get(link)).body.data, { search_name: 'Finance', digest: 'daily' });
  const click = () =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }).then(
      ({ status }) => status,
    );
  assert.deepEqual([await click(), await click()], [204, 204]);
  const states = async () =>
    [await read(first.search_id, key), await read(second.search_id, key)].map(({ digest }) => digest);
  assert.deepEqual(await states(), ['off', 'daily']);
  assert.equal((await fetch(`${url}&all=true`, { method: 'POST' })).status, 204);
  assert.deepEqual(await states(), ['off', 'off']);
  const forged = await fetch(`${service.url}/digests/unsubscribe?token=${second.search_id}.${'A'.repeat(43)}`, {
    method: 'POST',
  });
  assert.equal(forged.status, 404);
});

test('a link does nothing any more when the account has another email', async () => {
  const { id: account, key, email } = await service.account('pro');
  const { search_id: id } = await create(key, { ...daily, filters: { niche: 'lifestyle' } });
  await add('lifestyle', 1);
  await makeDue(id);
  await runDue();
  const token = tokenIn(mails(email)[0]);
  await service.operator('PATCH', `/operator/accounts/${account}`, { email: `new-${email}` });
  const { status, body } = await service.send('POST', `/digests/unsubscribe?token=${token}`, undefined);
  assert.deepEqual([status, body.code], [404, 'not_found']);
  assert.equal((await read(id, key)).digest, 'daily');
});

test('a digest that is turned off, or whose account is suspended, after it was requested is not sent', async () => {
  const { key, email, id } = await newDigest('cars');
  await add('cars', 1);
  await makeDue(id);
  const [job, ...others] = await requestHeld();
  assert.equal(others.length, 0);
  await change(id, key, { digest: 'off' });
  await runJob(job, () => assert.fail('It is sent.'));
  assert.deepEqual(mails(email), []);
});

test('a test digest is mailed a few times an hour, and the next digest tells the same', async () => {
  const { key, email, id } = await newDigest('science');
  const path = `/searches/${id}/digest/test`;
  const { status, body } = await service.send('POST', path, key);
  assert.deepEqual([status, body], [202, { email }]);
  await add('science', 1);
  await until(
    async () => (await service.send('GET', '/hooks?niche=science', key)).body.data.length,
    (count) => count === 1,
  );
  for (let n = 0; n < 4; n++) assert.equal((await service.send('POST', path, key)).status, 202);
  const refused = await service.send('POST', path, key);
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  await makeDue(id);
  await runDue();
  assert.equal(mails(email, 'Subject: Test digest: Finance').length, 5);
  assert.equal(mails(email, 'Subject: 1 new hook: Finance').length, 1);
});

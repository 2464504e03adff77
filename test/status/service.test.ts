// Status of a running service: setup checklist, public status, and announcements with their feed, banner and emails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { type Database, openDatabase } from '../../src/db/database.ts';
import type { Announcement } from '../../src/status/announcements/announcement.ts';
import { statusSchema } from '../../src/status/status.ts';
import { countMinutes } from '../../src/status/store.ts';
import { type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let db: Database;
let closeDatabase: () => Promise<void>;
let smtp: SMTPServer;
const startedAt = Date.now();
const mails: { to: string; content: string }[] = [];

before(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      let content = '';
      for await (const chunk of stream) content += chunk;
      content = content.replace(/=\r\n/g, '').replaceAll('=3D', '=');
      for (const { address } of session.envelope.rcptTo) mails.push({ to: address, content });
      done();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const address = smtp.server.address();
  assert.ok(address && typeof address === 'object');
  service = await testService({
    SMTP_URL: `smtp://127.0.0.1:${address.port}`,
    HOOKLINE_LIMIT_STATUS_SUBSCRIPTIONS_PER_HOUR: '100',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
  });
  ({ db, close: closeDatabase } = openDatabase(service.databaseUrl, () => {}, { connections: 1 }));
});

after(async () => {
  await closeDatabase();
  await service.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const create = async (body: object): Promise<Announcement> => {
  const { status, body: created } = await service.operator('POST', '/operator/announcements', body);
  assert.equal(status, 201, JSON.stringify(created));
  return created;
};
const update = (id: string, body: object) => service.operator('POST', `/operator/announcements/${id}/updates`, body);
const shown = async (): Promise<{ status: string; reasons: string[]; announcements: Announcement[] }> =>
  (await service.get('/health/status')).body;
const incident = { kind: 'incident', title: 'Exports are slow', message: 'We look into it.', parts: ['exports'] };
const mailsTo = (email: string) => mails.filter(({ to }) => to === email);

/** Resolves with the emails to a subscriber when there are `count`; the first one confirms the subscription. */
const mailed = (email: string, count: number) =>
  until(
    async () => mailsTo(email),
    ({ length }) => length >= count,
  );

async function confirmLink(email: string): Promise<string> {
  const count = mailsTo(email).length + 1;
  assert.equal((await service.send('POST', '/status/subscriptions', undefined, { body: { email } })).status, 202);
  const found = await mailed(email, count);
  return /status\/confirm#token=(\w+)/.exec(found.at(-1)?.content ?? '')?.[1] ?? '';
}

async function subscriber(email: string): Promise<void> {
  const body = { token: await confirmLink(email) };
  assert.equal((await service.send('POST', '/status/subscriptions/confirm', undefined, { body })).status, 200);
}

test('a service records the minute it starts in', async () => {
  const first = await until(
    async () => (await countMinutes(db, Date.now())).first,
    (minute) => minute !== null,
  );
  assert.ok(Number(first) > startedAt - 60_000 && Number(first) <= Date.now());
});

test('an incident degrades the status until it is resolved, and stays readable with its updates', async () => {
  const { id, phase, severity, url } = await create({ ...incident, severity: 'major' });
  assert.deepEqual([phase, severity, url], ['open', 'major', `${service.url}/status#${id}`]);
  const during = await shown();
  assert.deepEqual([during.status, during.reasons], ['degraded', ['Exports are slow']]);
  assert.equal((await update(id, { state: 'completed', message: 'Done.' })).status, 422);
  const { body: resolved } = await update(id, { state: 'resolved', message: 'It is over.' });
  assert.deepEqual([resolved.phase, resolved.updates.length], ['ended', 2]);
  const afterwards = await shown();
  assert.deepEqual([afterwards.status, afterwards.announcements[0]?.updates[0]?.message], ['up', 'It is over.']);
  const { body: again } = await update(id, { state: 'investigating', message: 'It is back.' });
  assert.deepEqual([again.phase, again.ended_at], ['open', null]);
  await service.operator('DELETE', `/operator/announcements/${id}`);
  assert.equal((await shown()).announcements.length, 0);
});

test('maintenance needs an end, starts and ends itself, and degrades nothing', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const maintenance = { kind: 'maintenance', title: 'Database upgrade', message: 'Writes pause for a minute.' };
  const refused = await service.operator('POST', '/operator/announcements', maintenance);
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '#/ends_at']);
  const swapped = { ...maintenance, starts_at: at(60), ends_at: at(30) };
  assert.equal((await service.operator('POST', '/operator/announcements', swapped)).status, 422);
  const { id } = await create({ ...maintenance, starts_at: at(60), ends_at: at(120) });
  const [scheduled] = (await shown()).announcements;
  assert.deepEqual([scheduled?.phase, scheduled?.state], ['scheduled', 'scheduled']);
  // The labels of times in the feed.
  const times = async () => (await service.get('/status/feed.xml')).body.match(/Start\w+: |End\w+: /g)?.join('');
  assert.equal(await times(), 'Starts: Ends: ');
  const path = `/operator/announcements/${id}`;
  const { body: started } = await service.operator('PATCH', path, { starts_at: at(-10) });
  assert.equal(started.phase, 'open');
  assert.equal(await times(), 'Started: Ends: ');
  assert.equal((await shown()).status, 'up');
  const { body: over } = await service.operator('PATCH', path, { ends_at: at(-1) });
  assert.equal(over.phase, 'ended');
  assert.equal(await times(), 'Started: Ended: ');
  assert.equal((await update(id, { state: 'in_progress', message: 'It takes longer.' })).status, 409);
  await service.operator('DELETE', path);
});

test('a subscriber confirms by mail, gets each update once, and unsubscribes with one click', async () => {
  await confirmLink('never@example.com');
  await subscriber('ada@example.com');
  const { id } = await create(incident);
  const [, first] = await mailed('ada@example.com', 2);
  assert.match(first?.content ?? '', /Subject: Investigating: Exports are slow/);
  assert.match(first?.content ?? '', /We look into it\./);
  await update(id, { state: 'identified', message: 'Quietly.', mail: false });
  await update(id, { state: 'resolved', message: 'It is over.' });
  const [, , second] = await mailed('ada@example.com', 3);
  const content = (second?.content ?? '').replace(/\r\n[ \t]/g, ' ');
  assert.match(content, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
  const target = /List-Unsubscribe: <([^>]+)>/.exec(content)?.[1] ?? '';
  // Mail programs send a form without a cookie.
  const form = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  assert.equal((await fetch(target)).status, 200);
  assert.equal((await service.operator('GET', '/operator/announcements')).body.subscribers, 1);
  assert.equal((await fetch(target, form)).status, 204);
  assert.equal((await fetch(target, form)).status, 204);
  assert.equal((await service.operator('GET', '/operator/announcements')).body.subscribers, 0);
  await update(id, { state: 'monitoring', message: 'Back.' });
  await subscriber('bo@example.com');
  await update(id, { state: 'resolved', message: 'Now.' });
  await mailed('bo@example.com', 2);
  assert.equal(mailsTo('ada@example.com').length, 3);
  assert.equal(mailsTo('never@example.com').length, 1);
  await service.operator('DELETE', `/operator/announcements/${id}`);
});

test('the feed has an entry per update, escaped, and an ETag', async () => {
  const { id } = await create({ ...incident, title: 'A & <b>', message: 'Line <script>\nTwo' });
  await update(id, { state: 'resolved', message: 'It is over.' });
  const { status, headers, body } = await service.get('/status/feed.xml');
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/atom+xml; charset=utf-8']);
  assert.equal(body.match(/<entry>/g)?.length, 2);
  assert.match(body, /Resolved: A &amp; &lt;b&gt;|<!\[CDATA\[Resolved: A & <b>\]\]>/);
  assert.doesNotMatch(body, /<script>/);
  const again = await service.get('/status/feed.xml', undefined, { 'if-none-match': headers.get('etag') ?? '' });
  assert.equal(again.status, 304);
  await service.operator('DELETE', `/operator/announcements/${id}`);
});

test('GET /health/status needs no key, matches its schema and is cached', async ({ mock }) => {
  const { key } = await service.account('free');
  for (let n = 0; n < 10; n++) await service.get('/hooks', key);
  const location = 'http://127.0.0.1:1/hooks.jsonl';
  const source = { name: 'private-name', location, preset: 'hookline' };
  const { body: created } = await service.operator('POST', '/operator/sources', source);
  await service.observed('source_run_failed', created.id);
  // The status that earlier tests read is cached for 15 s.
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => now() + 20_000);
  const { status, headers, body } = await service.get('/health/status');
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'public, max-age=15');
  const shown = statusSchema.strict().parse(body);
  assert.equal(shown.status, 'degraded');
  assert.equal(shown.reasons.length, 1);
  assert.doesNotMatch(JSON.stringify(body), /private-name|127\.0\.0\.1/);
  const { data: meta } = (await service.get('/meta', key)).body;
  assert.deepEqual(
    [shown.catalog.hooks, shown.catalog.version, shown.catalog.updated_at],
    [0, meta.catalog_version, meta.updated_at],
  );
  assert.ok(shown.latency.requests >= 10);
  assert.ok(Number(shown.latency.p50_ms) > 0 && Number(shown.latency.p99_ms) >= Number(shown.latency.p50_ms));
  assert.deepEqual(shown.exports, { processing: 0 });
  assert.deepEqual((await service.get('/health/status')).body, body);
});

// This test is the last, since it blocks the address.
test('an IP may try 20 unknown tokens in ten minutes', async () => {
  const end = (token: string) => service.send('POST', `/status/unsubscribe?token=${token}`);
  // Other tests have used some of the attempts.
  const statuses = [];
  for (let n = 0; n < 21; n++) statuses.push((await end(`unknown${n}`)).status);
  assert.deepEqual([statuses[0], statuses.at(-1)], [204, 429]);
});

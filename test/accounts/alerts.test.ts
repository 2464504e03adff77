// Operator alerts by email: at most one email per hour, each alert once, over all processes.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import type { MailMessage } from '../../src/mail/message.ts';
import {
  addOperatorAlert,
  checkProblems,
  mailOperatorAlerts,
  reportOutage,
} from '../../src/operator-alerts/actions.ts';
import type { Problem } from '../../src/operator-alerts/operator-alert.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';

const operatorEmail = 'ops@example.com';
const publicUrl = 'https://api.example.com';
const minuteMs = 60_000;
const noon = Date.UTC(2026, 10, 23, 12);
const at = (minutes: number) => new Date(noon + minutes * minuteMs);

let database: TestDatabase;
const sent: { queue: string; data: unknown; delaySeconds: number | undefined }[] = [];

before(async () => {
  database = await testDatabase();
});
after(() => database.close());
afterEach(async () => {
  sent.length = 0;
  await database.db.deleteFrom('operator_alerts').execute();
  await database.db.deleteFrom('operator_problems').execute();
  await database.db.updateTable('operator_mail').set({ mailed_at: null, checked_at: null }).execute();
});

const deps = () => ({
  db: database.db,
  operatorEmail,
  jobs: {
    send: async (_trx: unknown, queue: string, data: unknown, _key?: string, options?: { delaySeconds?: number }) => {
      sent.push({ queue, data, delaySeconds: options?.delaySeconds });
      return true;
    },
  },
});

const mails = () => sent.filter(({ queue }) => queue === 'mail').map(({ data }) => data as MailMessage);

const note = (text: string) =>
  database.db
    .transaction()
    .execute((trx) =>
      addOperatorAlert(trx, deps(), { kind: 'key_request', text, url: `${publicUrl}/console/requests` }),
    );

test('the first alert is mailed at once, the alerts of the next hour in one email at its end', async () => {
  await note('Ann asks');
  await mailOperatorAlerts(deps(), at(0));
  for (const [name, minute] of Object.entries({ Bo: 1, Cy: 30, Di: 59 })) {
    await note(`${name} asks`);
    await mailOperatorAlerts(deps(), at(minute));
  }
  const putOff = sent
    .filter(({ queue }) => queue === 'operator_mail')
    .flatMap(({ delaySeconds }) => delaySeconds ?? []);
  assert.deepEqual(putOff, [59 * 60, 30 * 60, 60]);
  assert.equal(mails().length, 1);
  await mailOperatorAlerts(deps(), at(60));
  await mailOperatorAlerts(deps(), at(61));
  await mailOperatorAlerts(deps(), at(200));
  const subjects = mails().map(({ to, subject }) => `${to} ${subject}`);
  assert.deepEqual(
    subjects,
    ['1 key request', '3 key requests'].map((what) => `${operatorEmail} Hookline: ${what}`),
  );
  assert.match(mails()[1]?.text ?? '', /3 key requests\n- Bo asks\n- Cy asks\n- Di asks\n/);
});

test('if processes mail at the same time, one sends, and no alert is lost or sent twice', async () => {
  const texts = Array.from({ length: 30 }, (_, n) => `request ${n}`);
  await Promise.all(
    texts.flatMap((text) => [note(text), mailOperatorAlerts(deps(), at(0)), mailOperatorAlerts(deps(), at(0))]),
  );
  assert.equal(mails().length, 1);
  await Promise.all(Array.from({ length: 5 }, () => mailOperatorAlerts(deps(), at(60))));
  const left = await database.db.selectFrom('operator_alerts').selectAll().execute();
  assert.deepEqual(left, []);
  const text = mails()
    .map((mail) => mail.text)
    .join('\n');
  const counted = mails().reduce((sum, { subject }) => sum + Number(/\d+/.exec(subject)?.[0]), 0);
  assert.ok(mails().length <= 2 && counted === 30, `${mails().length} emails of ${counted} alerts`);
  const listed = texts.filter((one) => text.split(`- ${one}\n`).length > 2);
  assert.deepEqual(listed, [], 'told twice');
});

test('a job that starts before an alert commits waits for it, since the alert queues no job', async () => {
  const waiting = sql<{ waits: boolean }>`select exists (select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()) as waits`;
  let mailing: Promise<unknown> | undefined;
  await database.db.transaction().execute(async (trx) => {
    await addOperatorAlert(trx, deps(), { kind: 'key_request', text: 'Ann asks', url: publicUrl });
    let isDone = false;
    mailing = mailOperatorAlerts(deps(), at(0)).then(() => {
      isDone = true;
    });
    while (!isDone && !(await waiting.execute(database.db)).rows[0]?.waits);
  });
  await mailing;
  assert.match(mails()[0]?.text ?? 'no email', /- Ann asks\n/);
});

test('a problem is mailed when it persists, once while it lasts, and again if it recurs an hour later', async () => {
  const problem = (waiting: number): Problem => ({
    severity: 'warning',
    what: `Emails are waiting for a worker (${waiting}).`,
    action: '/console',
  });
  const check = (minute: number, problems: Problem[]) =>
    checkProblems({ ...deps(), readProblems: async () => problems, publicUrl, hasWebhook: true }, at(minute));
  const alerted = async () => (await database.db.selectFrom('operator_alerts').select('text').execute()).length;
  const passing: Problem = { severity: 'error', what: 'The event loop is busy.', action: '/console' };
  const posted = () =>
    sent.filter(({ queue }) => queue === 'operator_webhook').map(({ data }) => JSON.parse(Object(data).body).event);
  await check(0, [problem(1), passing]);
  await check(1, [problem(4)]);
  assert.equal(await alerted(), 0);
  for (let minute = 2; minute < 30; minute++) await check(minute, [problem(minute)]);
  assert.equal(await alerted(), 1);
  assert.deepEqual(posted(), ['problem.started']);
  for (let minute = 30; minute < 95; minute++) await check(minute, []);
  assert.deepEqual(posted(), ['problem.started', 'problem.resolved']);
  for (let minute = 95; minute < 99; minute++) await check(minute, [problem(1)]);
  assert.equal(await alerted(), 2);
  await mailOperatorAlerts(deps(), at(99));
  const [mail] = mails();
  assert.equal(mail?.subject, 'Hookline: 2 problems');
  assert.match(mail?.text ?? '', /Open health: https:\/\/api\.example\.com\/console\n/);
});

test('a long database outage is reported once when it is over, whichever processes noticed it', async () => {
  const outage = (from: number, to: number) =>
    Promise.all(
      [0, 1, 2].map((late) =>
        reportOutage(
          { ...deps(), publicUrl, hasWebhook: true },
          { since: new Date(noon + from * minuteMs + late), until: new Date(noon + to * minuteMs + late) },
        ),
      ),
    );
  await outage(0, 1);
  assert.deepEqual(sent, []);
  await outage(5, 12);
  await outage(20, 23);
  const posted = sent
    .filter(({ queue }) => queue === 'operator_webhook')
    .map(({ data }) => JSON.parse(Object(data).body));
  assert.deepEqual(
    posted.map(({ event, data }) => [event, data.since.slice(11, 16), /for \d+ minutes/.exec(data.what)?.[0]]),
    [
      ['problem.resolved', '12:05', 'for 7 minutes'],
      ['problem.resolved', '12:20', 'for 3 minutes'],
    ],
  );
  await mailOperatorAlerts(deps(), at(24));
  assert.match(mails()[0]?.text ?? '', /unavailable for 7 minutes, from 2026-11-23 12:05 to 2026-11-23 12:12 UTC/);
  assert.equal(mails().length, 1);
});

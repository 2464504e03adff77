// The operator's webhook: problems of health when they start and when they are over, signed, retried by a job.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { checkProblems } from '../../src/alerts/actions.ts';
import type { Problem } from '../../src/alerts/alert.ts';
import { createOperatorWebhook } from '../../src/webhooks/operator-webhook.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { newSecret } from '../../src/webhooks/sign.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { startReceiver } from '../setup/receiver.ts';
import { testService } from '../setup/service.ts';

const noon = Date.UTC(2026, 10, 23, 12);
const at = (minutes: number) => new Date(noon + minutes * 60_000);
const stuck: Problem = { severity: 'error', what: 'Deliveries are late: 5.', action: '/console/deliveries' };

let database: TestDatabase;
const sent: { event: string; text: string; data: { what: string; url: string } }[] = [];

before(async () => {
  database = await testDatabase();
});
after(() => database.close());
afterEach(() => sent.splice(0));

const check = (problems: readonly Problem[], minute: number) =>
  checkProblems(
    {
      db: database.db,
      operatorEmail: undefined,
      hasWebhook: true,
      readProblems: async () => problems,
      publicUrl: 'https://api.example.com',
      jobs: {
        send: async (_trx, queue, data) => {
          assert.equal(queue, 'operator_webhook');
          sent.push(JSON.parse((data as { body: string }).body));
          return true;
        },
      },
    },
    at(minute),
  );

test('a problem that lasts is posted once, and once more when it is over', async () => {
  for (const minute of [0, 1, 2, 3, 4]) await check([stuck], minute);
  assert.deepEqual(
    sent.map(({ event, text, data }) => [event, text, data.url]),
    [
      [
        'problem.started',
        'Hookline: Deliveries are late: 5.\nhttps://api.example.com/console/deliveries',
        'https://api.example.com/console/deliveries',
      ],
    ],
  );
  for (const minute of [6, 8, 10, 12, 14]) await check([], minute);
  assert.deepEqual(
    sent.slice(1).map(({ event, text }) => [event, text.split('\n')[0]]),
    [['problem.resolved', 'Hookline: Resolved: Deliveries are late: 5.']],
  );
});

test('requests are signed like those to customers, and one that fails is repeated by its job', async () => {
  const secret = newSecret();
  let status = 500;
  const receiver = await startReceiver((res) => res.writeHead(status).end());
  const sender = createSender({ allowPrivate: true });
  const post = createOperatorWebhook({ url: receiver.url, secret, sender });
  const job = { id: 'msg_1', body: JSON.stringify({ event: 'problem.started', text: 'Hookline: It is slow.' }) };
  await assert.rejects(post(job), /HOOKLINE_OPERATOR_WEBHOOK: the receiver answered 500\.$/);
  status = 204;
  await post(job);
  const [, second] = receiver.requests;
  const headers = Object.fromEntries(
    Object.entries(second?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  assert.deepEqual(new Webhook(secret).verify(second?.body ?? '', headers), JSON.parse(job.body));
  assert.match(headers['x-service-signature'] ?? '', /^sha256=[0-9a-f]{64}$/);
  await createOperatorWebhook({ url: receiver.url, secret: undefined, sender })(job);
  assert.equal(receiver.requests[2]?.headers['webhook-signature'], undefined);
  await sender.close();
  await receiver.close();
});

test('a bad secret of the operator’s webhook fails the start with what is wrong, without showing it', async () => {
  const bad = { HOOKLINE_OPERATOR_WEBHOOK: 'http://127.0.0.1:1/', HOOKLINE_OPERATOR_WEBHOOK_SECRET: 'hunter2' };
  await assert.rejects(testService(bad), /^Error: HOOKLINE_OPERATOR_WEBHOOK_SECRET must be whsec_(?!.*hunter2)/);
});

// A run of status emails that is ended by kill -9: the next process completes it, and nobody gets an email twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { killableService } from '../../setup/processes/killable-service.ts';
import { call } from '../../setup/service-process.ts';

let service: Awaited<ReturnType<typeof killableService>>;
before(async () => {
  service = await killableService();
});
after(() => service.close());

test('a run of status emails that is killed goes on in the next process: one email a subscriber', async () => {
  const running = service.running();
  const subscribers = 500;
  await service.query(`insert into status_subscribers (id, email, mailbox, confirmed_at, unsubscribe_token, created_at)
    select 'sub_' || n, n || '@example.com', n || '@example.com', now(), 'token' || n, now()
    from generate_series(1, ${subscribers}) n`);
  const incident = { kind: 'incident', title: 'Slow', message: 'We look.' };
  const { status } = await call(running, running.operatorKey, 'POST', '/operator/announcements', incident);
  assert.equal(status, 201);
  await service.killInTheMiddle('select count(*)::int as done from status_mails', subscribers);
  const [mails] = await service.query(`select count(*)::int as mails, count(distinct data->>'to')::int as readers
    from pgboss.job where name = 'mail' and data->>'messageId' is not null`);
  assert.deepEqual(mails, { mails: subscribers, readers: subscribers });
});

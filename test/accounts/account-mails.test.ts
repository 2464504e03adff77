// Emails to the holder of an account: included calls, plan, limits, suspension. Those of limits: test/http/two-services.test.ts.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readOutboxHtml } from '../setup/outbox.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { newEmail, peopleOf } from './people.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
});

const usedUp = 'Your daily calls are used up';

function assertIncludes(mail: string, ...parts: string[]): void {
  for (const part of parts) assert.ok(mail.includes(part), `${part} is missing in:\n${mail}`);
}

/** Emails are sent in order, so those before it have come. */
async function marker(): Promise<void> {
  const { email, key } = await service.account('free', { per_day: 1 });
  await service.get('/hooks', key);
  await people.mailTo(email, usedUp);
}

test('without a limit the holder is mailed at 80 % of the included calls, and is served on', async () => {
  const { id, key, email } = await service.account('enterprise');
  await query(
    service,
    `insert into usage_windows (account_id, kind, starts_on, leased)
      values ($1, 'month', date_trunc('month', now() at time zone 'UTC'), 799999)`,
    [id],
  );
  assert.equal((await service.get('/hooks', key)).status, 200);
  const warning = await people.mailTo(email, '80% of your included monthly calls are used');
  const text = warning.replace(/\s+/g, ' ');
  assertIncludes(text, '80% of its 1,000,000 included calls of this month. Calls beyond them are served too.');
  assert.ok(!warning.includes('/dashboard/plan'));
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test('the holder is mailed about a new plan, limits and a suspension, with the operator’s words, unless told not to', async () => {
  const { id, email } = await service.account('free');
  const patch = async (body: object) =>
    assert.equal((await service.operator('PATCH', `/operator/accounts/${id}`, body)).status, 200);
  await patch({ plan: 'scale', message: 'Welcome <i>aboard</i>.' });
  const plan = await people.mailTo(email, 'Your Hookline plan is now Scale');
  const calls = ['Calls: 100,000 calls a month (UTC)', 'Before: 100 calls a day'];
  assertIncludes(plan, 'from Free to Scale', ...calls, 'Welcome <i>aboard</i>.');
  const html = readOutboxHtml(service.dataDir, `To: ${email}`);
  assertIncludes(html.join('\n'), 'Welcome &lt;i&gt;aboard&lt;/i&gt;.');
  await patch({ limits: { per_month: 500 } });
  await people.mailTo(email, 'Your Hookline limits have changed');
  await patch({ suspended: true });
  const suspended = await people.mailTo(email, 'Your Hookline account is suspended');
  assertIncludes(suspended, `${service.url}/dashboard/plan?ask=reopen`);
  await patch({ suspended: false });
  await people.mailTo(email, 'Your Hookline account is active again');
  await patch({ plan: 'scale', suspended: false, name: 'Ann' });
  await patch({ plan: 'pro', notify: false, message: 'Quiet' });
  await patch({ suspended: true, notify: false });
  await marker();
  assert.equal(people.mailsTo(email, 'Your Hookline ').length, 4, 'nothing that stays, and nothing quiet, is mailed');
});

test('an account that an operator creates gets an email how to sign in, if the operator wants it', async () => {
  const created = 'Your Hookline account is ready';
  const create = async (more: object) => {
    const email = newEmail();
    await service.operator('POST', '/operator/accounts', { name: 'Ida', email, ...more });
    return email;
  };
  const quiet = await create({});
  const mail = await people.mailTo(await create({ notify: true, message: 'Welcome aboard.' }), created);
  assertIncludes(mail, `${service.url}/sign-in`, 'Welcome aboard.', 'Free');
  assert.deepEqual(people.mailsTo(quiet, created), []);
});

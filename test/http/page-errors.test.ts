// POST /page-errors: what crashed pages report is in the log, bounded, and never more than ten times a minute from an address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestService, testService } from '../setup/service.ts';

let service: TestService;

before(async () => {
  service = await testService({ HOOKLINE_TRUSTED_PROXIES: '127.0.0.1' });
});

after(() => service.close());

const report = (body: unknown, from: string) =>
  service.send('POST', '/page-errors', undefined, { body, headers: { 'x-forwarded-for': from } });

test('the error of a page is logged under the ID of the response', async () => {
  const sent = { path: '/dashboard/keys', message: 'x is undefined', stack: 'TypeError: x is undefined\n    at f' };
  const { status, headers, body } = await report(sent, '203.0.113.1');
  assert.deepEqual([status, body.data.error_id], [202, headers.get('x-request-id')]);
  const logged = await service.observed('page_failed', body.data.error_id);
  assert.ok(logged.kind === 'page_failed');
  assert.deepEqual([logged.path, logged.error], [sent.path, sent.stack]);
});

test('an address reports ten errors a minute; a report that is too long or has other fields is refused', async () => {
  for (const body of [{ path: '/', message: 'x'.repeat(501) }, { path: '/', message: 'x', user: 'x' }, {}])
    assert.equal((await report(body, '203.0.113.2')).status, 422);
  for (let count = 0; count < 10; count++)
    assert.equal((await report({ path: '/', message: 'x' }, '203.0.113.2')).status, 202);
  const { status, headers } = await report({ path: '/', message: 'x' }, '203.0.113.2');
  assert.equal(status, 429);
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.equal((await report({ path: '/', message: 'x' }, '203.0.113.3')).status, 202);
});

// What the service says of its sources in /meta, and what it refuses to be one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';

let service: TestService;
let upstream: Upstream;

before(async () => {
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_UPDATE_EVERY: '1d' };
  [service, upstream] = await Promise.all([testService(env), startUpstream()]);
});

after(async () => {
  await service.close();
  await upstream.close();
});

test('/meta tells when sources were read and will be, without a question to the database', async () => {
  const reader = (await service.account('free')).key;
  const meta = async () => (await service.get('/meta', reader)).body.data;
  const nothing = await meta();
  assert.deepEqual([nothing.next_update_at, nothing.checked_at, nothing.update_every], [null, null, '1d']);
  upstream.put('/meta.jsonl', hookLine('For the meta endpoint', { id: '1' }));
  const body = { name: 'meta', location: upstream.url('/meta.jsonl'), preset: 'hookline' };
  const { id } = (await service.operator('POST', '/operator/sources', body)).body;
  await service.observed('source_run_finished', id);
  // A change of any source has /meta read anew before it is answered.
  const { body: source } = await service.operator('PATCH', `/operator/sources/${id}`, { allow_shrink: false });
  const told = await meta();
  assert.deepEqual([told.next_update_at, told.checked_at], [source.next_run_at, source.last_success_at]);
  await service.operator('PATCH', `/operator/sources/${id}`, { enabled: false });
  assert.equal((await meta()).next_update_at, null);
  const metrics = (await service.operator('GET', '/metrics')).body;
  assert.match(metrics, /hookline_source_runs_total\{outcome="imported"\} 1/);
  assert.match(metrics, /hookline_source_seconds_since_success \d/);
});

test('what cannot be a source is refused with its place and a reason', async () => {
  const good = { name: 'refused', location: upstream.url('/meta.jsonl'), preset: 'hookline' };
  const bad: [object, string, RegExp][] = [
    [{ name: 'meta' }, 'conflict', /already/],
    [{ name: '' }, '#/name', /empty/],
    [{ location: 'relative/path' }, '#/location', /whole path/],
    [{ location: '/nowhere/at/all' }, '#/location', /does not exist/],
    [{ location: 'ftp://example.com/x' }, '#/location', /https/],
    [{ every: '5s' }, '#/every', /at least 1m/],
    [{ every: '* * *' }, '#/every', /five fields/],
    [{ every: '0 0 30 2 *' }, '#/every', /five fields/],
    [{ preset: 'hoklin' }, '#/preset', /hookline/],
    [{ map: ['txt=Caption'] }, '#/map', /text/],
    [{ intervall: '4h' }, '#/intervall', /not known/],
  ];
  for (const [change, where, detail] of bad) {
    const { body } = await service.operator('POST', '/operator/sources', { ...good, ...change });
    const fault = body.errors?.[0];
    assert.equal(fault?.pointer ?? body.code, where);
    assert.match(fault?.detail ?? body.detail, detail);
  }
});

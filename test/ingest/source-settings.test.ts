// Sources in /meta, and validation of their settings.
import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('/meta has the last check and the next update of sources', async () => {
  const reader = (await service.account('free')).key;
  const meta = async () => (await service.get('/meta', reader)).body.data;
  const nothing = await meta();
  assert.deepEqual([nothing.next_update_at, nothing.checked_at, nothing.update_every], [null, null, '1d']);
  upstream.put('/meta.jsonl', hookLine('For the meta endpoint', { id: '1' }));
  const body = { name: 'meta', location: upstream.url('/meta.jsonl'), preset: 'hookline' };
  const { id } = (await service.operator('POST', '/operator/sources', body)).body;
  await service.observed('source_run_finished', id);
  // A change of any source refreshes /meta before its response.
  const { body: source } = await service.operator('PATCH', `/operator/sources/${id}`, { allow_shrink: false });
  const data = await meta();
  assert.deepEqual([data.next_update_at, data.checked_at], [source.next_run_at, source.last_success_at]);
  await service.operator('PATCH', `/operator/sources/${id}`, { enabled: false });
  assert.equal((await meta()).next_update_at, null);
  const metrics = (await service.operator('GET', '/metrics')).body;
  assert.match(metrics, /hookline_source_runs_total\{outcome="imported"\} 1/);
  assert.match(metrics, /hookline_source_seconds_since_success \d/);
});

test('an invalid source is rejected with the field and the reason', async () => {
  const good = { name: 'refused', location: upstream.url('/meta.jsonl'), preset: 'hookline' };
  const bad: [object, string, RegExp][] = [
    [{ name: 'meta' }, 'conflict', /already/],
    [{ name: '' }, '#/name', /must not be empty/],
    [{ location: 'relative/path' }, '#/location', /absolute path/],
    [{ location: join(tmpdir(), 'nowhere/at/all') }, '#/location', /does not exist/],
    [{ location: 'ftp://example.com/x' }, '#/location', /https/],
    [{ every: '5s' }, '#/every', /between 1m and 366d/],
    [{ every: '* * *' }, '#/every', /five fields/],
    [{ every: '0 0 30 2 *' }, '#/every', /five fields/],
    [{ preset: 'hoklin' }, '#/preset', /hookline/],
    [{ map: ['txt=Caption'] }, '#/map', /text/],
    [{ intervall: '4h' }, '#/intervall', /not known/],
  ];
  for (const [change, where, detail] of bad) {
    const { body } = await service.operator('POST', '/operator/sources', { ...good, ...change });
    const error = body.errors?.[0];
    assert.equal(error?.pointer ?? body.code, where);
    assert.match(error?.detail ?? body.detail, detail);
  }
});

test('a mapping is given as an object or as pairs, and shown as pairs', async () => {
  upstream.put(
    '/mapped.json',
    JSON.stringify({
      a1: {
        Caption: 'Stop buying this pan. It is bad. #pans',
        Plays: 200_000,
        Genre: 'Fun',
        Link: 'https://youtu.be/AbCdEfGhIj9',
      },
      a2: { Caption: 'Buy that pan instead', Plays: 300_000, Genre: 'Gym', Link: 'https://example.com/2' },
    }),
  );
  const body = {
    name: 'mapped',
    location: upstream.url('/mapped.json'),
    map: {
      text: 'Caption|first_sentence',
      views: 'Plays',
      niche: { column: 'Genre', values: { Fun: 'comedy', '*': null } },
      source_id: 'id',
      source_url: 'Link',
      creator: { column: 'A|B' },
    },
    set: { archetype: 'warning' },
    records_of: 'key:id',
  };
  const created = await service.operator('POST', '/operator/sources', body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const pairs = ['text=Caption|first_sentence', 'views=Plays', 'niche=Genre{Fun:comedy,*:}', 'source_id=id'];
  assert.deepEqual(created.body.map, [...pairs, 'source_url=Link', 'creator={"column":"A|B"}']);
  assert.deepEqual([created.body.set, created.body.records_of], [['archetype=warning'], 'key:id']);
  await service.observed('source_run_finished', created.body.id);
  const { hooks } = (await service.operator('GET', '/operator/hooks?source=mapped')).body;
  const found = hooks.map((hook: Record<string, unknown>) => [hook.text, hook.niche === 'comedy', hook.platform]);
  assert.deepEqual(found.sort(), [
    ['Buy that pan instead', false, 'Other'],
    ['Stop buying this pan.', true, 'YouTube'],
  ]);
  const same = { map: created.body.map, set: created.body.set };
  const patched = await service.operator('PATCH', `/operator/sources/${created.body.id}`, same);
  assert.deepEqual([patched.body.map, patched.body.records_of], [created.body.map, 'key:id']);
  const unknown = await service.operator('POST', '/operator/sources', {
    ...body,
    name: 'x',
    map: { text: 'Caption|frist_line' },
  });
  assert.equal(unknown.body.errors[0].did_you_mean, 'first_line');
});

test('a source reads files in the allowed directories only, by whatever path, and never the data directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-source-dirs-'));
  const file = join(directory, 'hooks.jsonl');
  await writeFile(file, hookLine('A line of an allowed directory', { id: 'a' }));
  await symlink('/etc', join(directory, 'etc'));
  await symlink('/etc/passwd', join(directory, 'passwd.csv'));
  await symlink(service.dataDir, join(directory, 'data'));
  const create = (location: string) =>
    service.operator('POST', '/operator/sources', { name: `dirs ${location.length}`, location, map: ['text=a'] });
  const outside = /HOOKLINE_SOURCE_DIRS/;
  const own = /data directory/;
  const refused: [string, RegExp][] = [
    ['/etc/passwd', outside],
    [`${directory}/../../etc/passwd`, outside],
    [join(directory, 'passwd.csv'), outside],
    [join(directory, 'etc/passwd'), outside],
    [join(directory, 'data'), own],
    [join(directory, 'data/exports'), own],
    [service.dataDir, own],
  ];
  for (const [location, reason] of refused) {
    const { status, body } = await create(location);
    assert.equal(status, 422, location);
    assert.match(body.errors[0].detail, reason, location);
  }
  const { body: source } = await service.operator('POST', '/operator/sources', {
    name: 'dirs',
    location: file,
    preset: 'hookline',
  });
  await service.observed('source_run_finished', source.id);
  await rm(file);
  await symlink('/etc/passwd', file);
  await service.operator('POST', `/operator/sources/${source.id}/run`, { force: true });
  await service.observed('source_run_failed', source.id);
  const { body: after } = await service.operator('GET', `/operator/sources/${source.id}`);
  assert.match(after.last_error, outside);
  await rm(directory, { recursive: true });
});

// hookline searches and hookline trends alerts, run against a running service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { buildProgram, type Program } from './program.ts';

let service: TestService;
let program: Program;
let env: Record<string, string>;

before(async () => {
  [service, program] = await Promise.all([testService(), buildProgram()]);
  await service.import(hookLine('Money rule'), 'preset=hookline&format=jsonl');
  env = { HOOKLINE_URL: service.url, HOOKLINE_KEY: (await service.account('pro')).key };
});
after(async () => {
  await service?.close();
  await program?.close();
});

const run = async (...args: string[]) => program.records(['searches', ...args], { env });

test('searches are created with filters, listed, updated, rotated and deleted', async () => {
  assert.deepEqual(await run(), []);
  const [created] = await run('create', 'Finance over 1M', '--niche', 'finance', '--min-views', '1_000_000');
  assert.deepEqual([created.name, created.filters], ['Finance over 1M', { niche: ['finance'], min_views: 1_000_000 }]);
  assert.match(await (await fetch(`${created.feed_url}.csv`)).text(), /^id,text,views/);
  const [updated] = await run('update', created.search_id, '--name', 'Finance', '--filter', 'q=money');
  assert.deepEqual([updated.name, updated.filters], ['Finance', { q: 'money' }]);
  const [mailed] = await run(
    'update',
    created.search_id,
    '--digest',
    'weekly',
    '--digest-day',
    'friday',
    '--digest-hour',
    '17',
  );
  assert.deepEqual([mailed.digest, mailed.digest_day, mailed.digest_hour], ['weekly', 'friday', 17]);
  const [rotated] = await run('rotate', created.search_id, '--yes');
  assert.notEqual(rotated.feed_url, created.feed_url);
  assert.deepEqual(
    (await run('list')).map(({ feed_url }) => feed_url),
    [rotated.feed_url],
  );
  await run('delete', created.search_id, '--yes');
  assert.deepEqual(await run('list'), []);
});

test('rotate and delete need --yes where nobody can answer', async () => {
  const [search] = await run('create', 'Kept');
  for (const action of ['rotate', 'delete']) {
    const { code, stdout, stderr } = await program.run(['searches', action, search.search_id], { env });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^hookline: This .*\. Confirm with --yes\.$/m);
  }
  assert.equal((await run('list')).find(({ name }) => name === 'Kept')?.feed_url, search.feed_url);
});

test('--filter sample is a boolean in a saved search, and text that is no boolean is refused', async () => {
  const [search] = await run('create', 'Real', '--filter', 'sample=false');
  assert.deepEqual(search.filters, { sample: false });
  const { code, stderr } = await program.run(['searches', 'create', 'None', '--filter', 'sample=no'], { env });
  assert.equal(code, 2);
  assert.match(stderr, /`sample` must be true or false/);
});

test('test emails the digest and prints where it goes', async () => {
  const [search] = await run('create', 'Mailed');
  const [sent] = await run('test', search.search_id);
  assert.match(sent.email, /^\S+@\S+$/);
});

test('trend alerts are created with filters, listed, paused and deleted', async () => {
  const scale = { ...env, HOOKLINE_KEY: (await service.account('scale')).key };
  const alerts = (...args: string[]) => program.records(['trends', 'alerts', ...args], { env: scale });
  assert.deepEqual(await alerts(), []);
  const [created] = await alerts(
    ...['create', '--name', 'Finance', '--by', 'niche', '--verdicts', 'heating,cooling', '--niche', 'finance'],
  );
  assert.deepEqual(
    [created.name, created.by, created.verdicts, created.filters],
    ['Finance', 'niche', ['heating', 'cooling'], { niche: ['finance'] }],
  );
  const [paused] = await alerts('update', created.alert_id, '--status', 'paused');
  assert.deepEqual([paused.status, paused.filters], ['paused', created.filters]);
  assert.deepEqual(await alerts('list'), [paused]);
  for (const [args, message] of [
    [['delete', created.alert_id], /Confirm with --yes/],
    [['update', created.alert_id], /Pass what to change/],
    [['create', '--status', 'paused'], /--status is not an option of alerts create\./],
    [['pause'], /The command is trends, or trends alerts list, create, update, delete, not alerts pause\./],
  ] as const) {
    const { code, stderr } = await program.run(['trends', 'alerts', ...args], { env: scale });
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
  await alerts('delete', created.alert_id, '--yes');
  assert.deepEqual(await alerts('list'), []);
});

test('a wrong use says what to pass', async () => {
  for (const [args, message] of [
    [['create'], /Pass a name/],
    [['delete'], /Pass an id/],
    [['update', 'srch_1'], /Pass what to change/],
    [['list', '--niche', 'finance'], /--niche is not an option of list\./],
    [['rotate', 'srch_1', '--digest', 'off'], /--digest is not an option of rotate\./],
    [['--name', 'x'], /--name needs an action\./],
    [['open'], /The command is searches list, create/],
  ] as const) {
    const { code, stderr } = await program.run(['searches', ...args], { env });
    assert.notEqual(code, 0);
    assert.match(stderr, message);
  }
});

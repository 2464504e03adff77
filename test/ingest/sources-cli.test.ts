// hookline admin sources, against a running service.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import { hookLine, operatorKey } from '../setup/service.ts';
import { type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
let directory: string;

before(async () => {
  service = await ingestService();
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-sources-cli-')));
  // Commands resolve paths against the working directory.
  process.chdir(directory);
});

after(() => rmSync(directory, { recursive: true, force: true }));

async function sources(...words: string[]) {
  const output = mock.method(console, 'log', () => {});
  const error = mock.method(console, 'error', () => {});
  const code = await runCommand(['sources', ...words, '--url', service.url, '--key', operatorKey]);
  const text = ({ mock: { calls } }: typeof output) => calls.map((call) => String(call.arguments)).join('\n');
  const result = { code, output: text(output), error: text(error) };
  mock.restoreAll();
  return result;
}

const json = async (...words: string[]) => JSON.parse((await sources(...words, '--json')).output);

test('a source is added, shown, changed, run, paused, resumed and deleted from the command line', async () => {
  writeFileSync(join(directory, 'hooks.csv'), 'Caption,Plays\nHow do you start a day like this?,900000\n');
  const words = ['--map', 'text=Caption', '--map', 'views=Plays', '--set', 'niche=food', '--every', '1d', '--snapshot'];
  const added = await json('add', 'from-cli', 'hooks.csv', ...words);
  assert.deepEqual(
    [added.location, added.map, added.set, added.every, added.snapshot],
    [join(directory, 'hooks.csv'), ['text=Caption', 'views=Plays'], ['niche=food'], '1d', true],
  );
  await service.observed('source_run_finished', added.id);
  assert.match((await sources('list')).output, /from-cli +waiting +1d/);
  const changed = await json('update', 'from-cli', '--every', '0 6 * * *', '--additive');
  assert.deepEqual([changed.every, changed.snapshot, changed.map.length], ['0 6 * * *', false, 2]);
  await sources('run', added.id, '--force');
  await service.observed('source_run_finished', added.id, 2);
  const { runs } = await json('runs', 'from-cli');
  assert.deepEqual(
    runs.map(({ state }: { state: string }) => state),
    ['done', 'done'],
  );
  assert.equal((await json('pause', 'from-cli')).state, 'paused');
  assert.equal((await json('resume', 'from-cli')).state, 'waiting');
  assert.equal((await json('delete', 'from-cli')).id, added.id);
  assert.equal((await sources('show', 'from-cli')).code, 1);
});

test('--dry-run prints what the first run would import, and creates nothing', async () => {
  service.upstream.put('/dry', hookLine('A line of a dry run'));
  const { output } = await sources('add', 'dry', service.upstream.url('/dry'), '--preset', 'hookline', '--dry-run');
  assert.match(output, /dry: 1 record, preset hookline\nNothing was imported\. The import would be: 1 published/);
  assert.match(output, /line 1: published\n {6}A line of a dry run/);
  assert.equal((await service.operator('GET', '/operator/sources/dry')).status, 404);
});

test('wrong usage exits with 2, a failure with 1 and its reason', async () => {
  assert.equal((await sources('frobnicate')).code, 2);
  const absent = await sources('show', 'absent');
  assert.equal(absent.code, 1);
  assert.match(absent.error, /There is no source absent/);
});

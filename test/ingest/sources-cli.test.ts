// hookline admin sources, run against a running service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';

const main = join(import.meta.dirname, '../../bin', 'hookline.js');
let service: TestService;
let directory: string;

before(async () => {
  service = await testService();
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-sources-cli-')));
  // Commands resolve paths against the working directory.
  process.chdir(directory);
});

after(async () => {
  await service.close();
  process.chdir(import.meta.dirname);
  rmSync(directory, { recursive: true, force: true });
});

type Result = { code: number; output: string; error: string };

const argumentsOf = (words: string[]) => ['sources', ...words, '--url', service.url, '--key', operatorKey];

/** In a separate process. */
function runProcess(...words: string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'admin', ...argumentsOf(words)], { cwd: directory }, (failure, output, error) => {
      resolve({ code: failure ? Number(failure.code) : 0, output, error });
    });
  });
}

/** In this process, which is ten times as fast. */
async function sources(...words: string[]): Promise<Result> {
  const output = mock.method(console, 'log', () => {});
  const error = mock.method(console, 'error', () => {});
  const code = await runCommand(argumentsOf(words));
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
  assert.equal((await json('list')).sources[0].name, 'from-cli');
  assert.match((await runProcess()).output, /from-cli +waiting +1d/);
  const changed = await json('update', 'from-cli', '--every', '0 6 * * *', '--additive');
  assert.deepEqual([changed.every, changed.snapshot, changed.map.length], ['0 6 * * *', false, 2]);
  assert.equal((await json('update', 'from-cli', '--every', '')).runs_every, '4h');
  const keyed = await json('update', 'from-cli', '--records-of', 'key:id', '--map', '{"text": "Caption|trim"}');
  assert.deepEqual([keyed.records_of, keyed.map], ['key:id', ['text=Caption|trim']]);
  assert.equal((await json('update', 'from-cli', '--records-of', '')).records_of, null);
  writeFileSync(join(directory, 'hooks.jsonl'), hookLine('Another one from the command line'));
  const moved = await json('update', 'from-cli', '--location', 'hooks.jsonl', '--map', '');
  assert.deepEqual([moved.location, moved.map], [join(directory, 'hooks.jsonl'), []]);
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
  assert.deepEqual((await json()).sources, []);
});

test('wrong usage exits with 2, a failure with 1 and its reason', async () => {
  for (const words of [['add', 'x'], ['show'], ['frobnicate'], ['update', 'x']])
    assert.equal((await sources(...words)).code, 2, words.join(' '));
  assert.equal((await runProcess('show')).code, 2);
  const absent = await runProcess('show', 'absent');
  assert.deepEqual([absent.code, /There is no source absent/.test(absent.error)], [1, true]);
  const private_ = await sources('add', 'inside', 'https://127.0.0.1/x.csv');
  assert.deepEqual([private_.code, /location does not resolve to a public address/.test(private_.error)], [1, true]);
});

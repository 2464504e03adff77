// runYtDlp and findYtDlp: limits, the environment, cookies, and programs that are absent or do not end.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CollectionError } from '../collector.ts';
import { findYtDlp, runYtDlp, type YtDlpRun } from './program.ts';

let directory: string;

before(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookline-program-'));
});

after(() => rmSync(directory, { recursive: true, force: true }));

/** Writes a shell script with this text. */
function script(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const { signal } = new AbortController();

function run(program: string, more: Partial<YtDlpRun> = {}) {
  const rest = { args: [], urls: ['https://example.com/-v'], cookies: undefined, timeoutMs: 60_000, signal };
  return runYtDlp({ program, directory, ...rest, ...more });
}

test('a program that does not end is stopped with its children after the timeout', async () => {
  const program = script('slow', 'echo said; sleep 1000 & echo $! > child.pid; wait');
  const { problem, exitCode, stdout } = await run(program, { timeoutMs: 300 });
  assert.equal(problem, 'yt-dlp did not end within 0.3 s and was stopped.');
  assert.deepEqual([exitCode, stdout], [null, 'said\n']);
  const child = Number(readFileSync(join(directory, 'child.pid'), 'utf8'));
  const state = () => {
    try {
      return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1];
    } catch {
      return 'gone';
    }
  };
  // Init may not have reaped the process yet.
  if (process.platform === 'linux') assert.match(state() ?? '', /^(?:Z|X|gone)$/);
});

test('a program that prints or writes without end is stopped, and a leftover child is not awaited', async () => {
  const loud = script('loud', 'while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaa; done');
  const printed = await run(loud, { maxOutputBytes: 5000 });
  assert.equal(printed.problem, 'yt-dlp printed more than 5,000 bytes and was stopped.');
  assert.equal(printed.stdout.length, 5000);
  const endless = script('endless', 'while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaa >> video.part; done');
  const { problem } = await run(endless, { maxFileBytes: 5000 });
  assert.equal(problem, 'yt-dlp wrote more than 5,000 bytes of files and was stopped.');
  const parent = await run(script('parent', 'sleep 1000 & echo done'));
  assert.deepEqual([parent.exitCode, parent.stdout, parent.problem], [0, 'done\n', null]);
});

test('an abort ends the program with its reason', async () => {
  const controller = new AbortController();
  const running = run(script('waits', 'sleep 1000'), { signal: controller.signal });
  controller.abort(new Error('The service is stopping.'));
  await assert.rejects(running, /The service is stopping/);
  await assert.rejects(run('never', { signal: controller.signal }), /The service is stopping/);
});

test('cookies are passed as a copy, which is removed; the file itself is never written', async () => {
  const cookies = join(directory, 'mine.txt');
  writeFileSync(cookies, '# Netscape HTTP Cookie File\n', { mode: 0o400 });
  const { stdout } = await run(script('cookies', 'ls -l cookies.txt; cat cookies.txt; echo new >> cookies.txt'), {
    cookies,
  });
  assert.match(stdout, /^-rw-------/);
  assert.match(stdout, /Netscape/);
  assert.equal(readFileSync(cookies, 'utf8'), '# Netscape HTTP Cookie File\n');
  assert.throws(() => readFileSync(join(directory, 'cookies.txt')));
  await assert.rejects(
    run('/bin/true', { cookies: join(directory, 'none.txt') }),
    /cookies .* cannot be read \(ENOENT\)/,
  );
});

test('a program that is missing or cannot run is reported with the install command', async () => {
  const remedyOf = async (program: string) => {
    const error = await findYtDlp(program, signal).catch((reason) => reason);
    assert.ok(error instanceof CollectionError);
    return `${error.message} ${error.remedy}`;
  };
  assert.match(
    await remedyOf('hookline-no-such-program'),
    /not on PATH\. Install it: pipx install "yt-dlp\[default\]"/,
  );
  assert.match(await remedyOf('/nowhere/yt-dlp'), /\/nowhere\/yt-dlp does not exist/);
  assert.match(await remedyOf(directory), /cannot be started/);
  assert.match(await remedyOf(script('fails', 'echo "No module named yt_dlp" >&2; exit 1')), /No module named yt_dlp/);
});

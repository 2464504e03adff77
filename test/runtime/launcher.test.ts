// The launcher: `hookline admin serve` runs with limits of memory that V8 reads only when a process starts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startProcess } from '../setup/service-process.ts';

const isSupported = process.platform !== 'win32' && 'execve' in process;

test('hookline admin serve limits its memory in the process that was started, unless NODE_OPTIONS does', {
  skip: !isSupported,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-launcher-'));
  const env = { HOOKLINE_SAMPLE: '0' };
  const argumentsOf = (pid = 0) => execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });

  const limited = await startProcess(directory, env);
  assert.match(argumentsOf(limited.child.pid), /--max-semi-space-size=\d+ .*hookline\.js admin serve/);
  limited.child.kill('SIGTERM');
  assert.equal(await limited.exit, 0);

  const own = await startProcess(directory, { ...env, NODE_OPTIONS: '--max-semi-space-size=16' });
  assert.doesNotMatch(argumentsOf(own.child.pid), /--max-semi-space-size/);
  own.child.kill('SIGTERM');
  assert.equal(await own.exit, 0);
  rmSync(directory, { recursive: true });
});

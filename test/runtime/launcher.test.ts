// The launcher: `hookline admin serve` runs with limits of memory that V8 reads only when a process starts.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

test('a signal to npm start stops the service', { skip: !isSupported }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-npm-'));
  const env = { ...process.env, HOOKLINE_DATA: directory, PORT: '0', HOOKLINE_SAMPLE: '0', DATABASE_URL: '' };
  const cwd = join(import.meta.dirname, '../..');
  const npm = spawn('npm', ['start'], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let isStarted = false;
    // Ends when no process has the output any more, which a service that is left behind would keep.
    for await (const line of createInterface({ input: npm.stdout })) {
      if (!isStarted && line.includes('curl')) {
        isStarted = true;
        npm.kill('SIGTERM');
        await once(npm, 'exit');
        assert.throws(() => process.kill(-(npm.pid ?? 0), 0), 'a process is left');
      }
    }
    assert.ok(isStarted);
  } finally {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {}
    rmSync(directory, { recursive: true, force: true });
  }
});

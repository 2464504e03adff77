// A thread that fails at the start of several; test/runtime/starts.test.ts has a process that does.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { refusingMembers } from '../../setup/preload.ts';
import { startProcess } from '../../setup/service-process.ts';

test('a thread of several that fails at the start ends the service with the reason, and the database with it', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hookline-refusing-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { HOOKLINE_SAMPLE: '0', HOOKLINE_PROCESSES: '2', ...refusingMembers };
  await assert.rejects(startProcess(dataDir, env), /^Error: hookline: A member says why\.\n$/);
  assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')), 'the database was ended');
});

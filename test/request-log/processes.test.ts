// The request log over several processes, and after the end of one.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../setup/database.ts';
import { testService } from '../setup/service.ts';
import { call, newKey, startProcess } from '../setup/service-process.ts';

test('the log of an account is complete over two services on one database, and a stopped one loses nothing', async () => {
  const service = await testService();
  const second = await testService({ DATABASE_URL: service.databaseUrl });
  const { key } = await service.account('scale');
  // A response of the second service to this key means that its keyring has it.
  await second.operator('POST', '/operator/accounts', { name: 'B', email: 'other@example.com', plan: 'free' });
  for (const each of [service, second, second, service, second]) await each.get('/hooks', key);
  await second.close();
  assert.equal((await service.get('/requests', key)).body.data.length, 5);
  await service.close();
});

test('a killed service loses at most the last second of calls, and logs none twice', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-requests-'));
  const database = await testDatabase();
  const env = { DATABASE_URL: database.url, HOOKLINE_SAMPLE: '0' };
  try {
    const first = await startProcess(directory, env);
    const key = await newKey(first, 'scale');
    const countOf = async (running: typeof first) =>
      (await call(running, key, 'GET', '/requests?endpoint=/hooks')).body.data.length;
    for (let n = 0; n < 5; n++) await call(first, key, 'GET', '/hooks');
    assert.equal(await countOf(first), 5);
    for (let n = 0; n < 3; n++) await call(first, key, 'GET', '/hooks');
    first.child.kill('SIGKILL');
    await first.exit;
    const next = await startProcess(directory, env);
    const saved = await countOf(next);
    assert.ok(saved >= 5 && saved <= 8, `${saved} of 8 calls`);
    next.child.kill('SIGTERM');
    assert.equal(await next.exit, 0);
  } finally {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

// The setup checklist of operators: found by the server, hidden and confirmed by owners.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Setup, type SetupFacts, toSetup } from '../../src/status/setup/setup.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;

before(async () => {
  service = await testService({ SMTP_URL: 'smtp://127.0.0.1:1' });
});
after(() => service.close());

const read = async (): Promise<Setup> => (await service.operator('GET', '/operator/setup')).body;
const openItems = ({ items }: Setup) => items.filter(({ done }) => !done).map(({ id }) => id);
const change = async (body: object): Promise<Setup> => (await service.operator('PATCH', '/operator/setup', body)).body;

test('the checklist shows what is left to do', async () => {
  const fresh = await read();
  assert.deepEqual(
    [fresh.done, fresh.hidden, openItems(fresh)],
    [false, false, ['data', 'public_url', 'backups', 'operators']],
  );
  await service.import(hookLine('A line of our own'), 'preset=hookline&format=jsonl');
  for (const name of ['ada', 'bo'])
    await service.operator('POST', '/operator/operators', { email: `${name}@example.com`, role: 'owner' });
  assert.deepEqual(openItems(await read()), ['public_url', 'backups']);
  assert.deepEqual(openItems(await change({ backups_confirmed: true })), ['public_url']);
  assert.deepEqual(openItems(await change({ backups_confirmed: false })), ['public_url', 'backups']);

  await mkdir(service.dataDir, { recursive: true });
  await writeFile(join(service.dataDir, 'last-backup'), '/mnt/backup\n');
  const backedUp = await read();
  assert.deepEqual(openItems(backedUp), ['public_url']);
  assert.match(backedUp.items.find(({ id }) => id === 'backups')?.detail ?? '', /^The last one was made on \d{4}/);
});

test('owners hide the checklist and show it again', async () => {
  assert.equal((await change({ hidden: true })).hidden, true);
  assert.equal((await read()).hidden, true);
  assert.equal((await change({ hidden: false })).hidden, false);
});

test('the checklist is done when every item is, and a backup of last week is none', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const facts: SetupFacts = {
    isHidden: false,
    realHooks: true,
    sources: 0,
    hasSample: false,
    hasMailServer: true,
    publicUrl: 'https://api.example.com',
    isEmbedded: true,
    backupAt: new Date('2026-11-22T12:00:00Z'),
    backupsConfirmedAt: null,
    operators: 2,
  };
  assert.equal(toSetup(facts, now).done, true);
  assert.deepEqual(openItems(toSetup({ ...facts, backupAt: new Date('2026-11-14T12:00:00Z') }, now)), ['backups']);
  assert.deepEqual(openItems(toSetup({ ...facts, publicUrl: 'http://10.0.0.1' }, now)), ['public_url']);
});

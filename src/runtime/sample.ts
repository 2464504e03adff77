// Data of the first start: the sample and a demo account, so that the first request works.

import { createAccount } from '../accounts/actions.ts';
import { listAccounts } from '../accounts/queries.ts';
import { bySystem } from '../audit/actor.ts';
import { createKey } from '../auth/keys/actions.ts';
import { allowSignIn } from '../auth/store.ts';
import { catalogVersion } from '../catalog/store.ts';
import { sameFloor } from '../config/label-floors.ts';
import { defaultLimits } from '../config/limits.ts';
import { type OpenDatabase, once } from '../db/database.ts';
import type { Observe } from '../telemetry/events.ts';

export const demoEmail = 'demo@localhost.localdomain';

/** Returns the demo key on the first start on an empty database, otherwise undefined. One process shows it, once. */
export function prepareFirstStart(database: OpenDatabase, observe: Observe): Promise<string | undefined> {
  return once(database.db, 'first_start', () => addSample(database, observe));
}

async function addSample(database: OpenDatabase, observe: Observe): Promise<string | undefined> {
  const { db } = database;
  const isUsed = (await catalogVersion(db)) > 0 || (await listAccounts(db, { limit: 1 })).accounts.length > 0;
  if (isUsed) return undefined;
  // Only the first start needs these modules, so the others do not load them.
  const { importHooks } = await import('../ingest/imports/import.ts');
  const { resolveMapping } = await import('../ingest/mapping/resolve-mapping.ts');
  await importHooks(
    database,
    {
      files: [{ name: 'sample', size: undefined, open: sampleBytes }],
      filename: 'sample',
      source: 'sample',
      mapping: resolveMapping({ preset: 'hookline' }),
      format: 'jsonl',
      isSample: true,
      minViews: 100_000,
      labelFloors: sameFloor(1),
      limits: defaultLimits,
    },
    observe,
  );
  const account = await createAccount(bySystem(db), {
    name: 'Demo',
    email: demoEmail,
    plan: 'scale',
  });
  await allowSignIn(db, demoEmail);
  return (await createKey(bySystem(db), { accountId: account.id, name: 'demo' })).key;
}

async function* sampleBytes(): AsyncGenerator<Uint8Array> {
  const { sampleRecords } = await import('../catalog/sample/sample.ts');
  const lines = sampleRecords().map((record) => JSON.stringify(record));
  yield Buffer.from(`${lines.join('\n')}\n`);
}

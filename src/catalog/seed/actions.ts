// Removes the sample hooks from the catalog. An import of real hooks does the same (ingest/publish).
import { z } from 'zod';
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import { catalogVersion, nextVersion } from '../store.ts';
import { countSampleHooks, retireSampleHooks } from './store.ts';

export const sampleRemovalSchema = z
  .object({ removed: z.number().int(), catalog_version: z.number().int() })
  .meta({ id: 'SampleRemoval', description: 'Sample hooks that were retired' });
export type SampleRemoval = z.infer<typeof sampleRemovalSchema>;

/** Idempotent: without sample hooks the catalog keeps its version. */
export function removeSampleHooks({ db, actor, refresh }: Acting): Promise<SampleRemoval> {
  return commit({ db, refresh }, 'catalog', async (trx) => {
    const hasSamples = (await countSampleHooks(trx)) > 0;
    const version = hasSamples ? await nextVersion(trx) : await catalogVersion(trx);
    const removed = hasSamples ? await retireSampleHooks(trx, { now: new Date(), version }) : 0;
    await writeAudit(trx, actor, { action: 'sample.removed', subject: 'sample', details: { removed } });
    return { removed, catalog_version: version };
  });
}

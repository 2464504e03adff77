// Sample: 5,400 hooks for the first start, written by hand and stored as compressed JSON Lines.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Trx } from '../../db/database.ts';
import { dayMs } from '../../lib/time.ts';
import { catalogVersion, nextVersion } from '../store.ts';
import { countSampleHooks, retireSampleHooks } from './store.ts';

/** Has the fields of the preset `hookline`. Dates are ISO 8601. */
export type SampleHook = {
  text: string;
  views: number;
  platform: string;
  archetype: string;
  emotional_trigger: string;
  niche: string;
  format: string;
  /** BCP 47. */
  language: string;
  creator: string;
  published_at: string;
  views_captured_at: string;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  duration_seconds: number;
  /** Earlier counts: days before `views_captured_at`, and the views then. The newest is first. */
  views_before?: [days: number, views: number][];
};

const file = new URL('./sample.jsonl.gz', import.meta.url);
/** Latest date that the file may contain. */
const writtenAt = Date.parse('2026-11-01T00:00:00Z');

/** Returns the hooks with their dates shifted so that the newest view counts are from just before `now`. */
export function readSample(now = new Date()): SampleHook[] {
  const shiftMs = now.getTime() - writtenAt;
  const shift = (date: string) => new Date(Date.parse(date) + shiftMs).toISOString();
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const hook: SampleHook = JSON.parse(line);
    return { ...hook, published_at: shift(hook.published_at), views_captured_at: shift(hook.views_captured_at) };
  });
}

/** Returns one record per view count of a hook, as repeated imports would send them, so that a new catalog shows growth. */
export function sampleRecords(): Omit<SampleHook, 'views_before'>[] {
  return readSample().flatMap(({ views_before = [], ...hook }) => [
    hook,
    ...views_before.map(([days, views]) => {
      const capturedAt = new Date(Date.parse(hook.views_captured_at) - days * dayMs);
      return { ...hook, views, views_captured_at: capturedAt.toISOString() };
    }),
  ]);
}

// Removes the sample hooks from the catalog. An import of real hooks does the same (ingest/publish).

export const sampleRemovalSchema = z
  .object({ removed: z.number().int(), catalog_version: z.number().int() })
  .meta({ id: 'SampleRemoval', description: 'Sample hooks that were retired' });
export type SampleRemoval = z.infer<typeof sampleRemovalSchema>;

/** Idempotent: without sample hooks the catalog keeps its version. */
export function removeSampleHooks(ctx: Context): Promise<SampleRemoval> {
  const remove = async (trx: Trx, audit: Audit) => {
    const hasSamples = (await countSampleHooks(trx)) > 0;
    const version = hasSamples ? await nextVersion(trx) : await catalogVersion(trx);
    const removed = hasSamples ? await retireSampleHooks(trx, { now: new Date(), version }) : 0;
    await audit({ action: 'sample.removed', subject: 'sample', details: { removed } });
    return { removed, catalog_version: version };
  };
  return commit(ctx, remove, 'catalog');
}

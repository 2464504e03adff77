// Finds near duplicates in the catalog and the review queue, and dismisses pairs that a curator rejects.

import { z } from 'zod';
import { commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Database } from '../../db/database.ts';
import { cosineOf } from '../../embeddings/vector.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail } from '../../lib/errors.ts';
import { parseHookId } from '../../lib/ids.ts';
import { startThread, untilExit } from '../../lib/threads/warm-threads.ts';
import type { Observe } from '../../telemetry/events.ts';
import { findNearDuplicates, minBesideMeaning, minSimilarity } from './find.ts';
import { dismissPair, type PairRow, replacePairs, selectMeanings, selectTexts, type TextRow } from './store.ts';

type SearchDeps = { db: Database; jobs: Pick<Jobs, 'send'>; observe: Observe };

/** Enqueues a search of the catalog after an import or new vectors. Never fails: the next one enqueues a search again. */
export async function requestSearch({ db, jobs, observe }: SearchDeps): Promise<void> {
  await db
    .transaction()
    .execute((trx) => jobs.send(trx, 'near_duplicates', null, 'catalog'))
    .catch((error) => observe({ kind: 'jobs_error', error }));
}

/** Minimum cosine of vectors of the included model. Of such pairs of real lines, seven of nine have the same meaning. */
const leastOfSameMeaning = 0.88;

/** Compares all texts with each other: 0.1 s for 5,400, and half a minute for a million. No transaction is open meanwhile. */
export async function refreshNearDuplicates(db: Database): Promise<void> {
  const groups = await db.transaction().execute((trx) => groupTexts(selectTexts(trx)));
  const found = findNearDuplicates(groups.texts, { least: minBesideMeaning });
  const unsure = found.filter(({ similarity }) => similarity < minSimilarity);
  const meanings = await selectMeanings(db, new Set(unsure.flatMap(({ a, b }) => [groups.keyOf(a), groups.keyOf(b)])));
  const haveSameMeaning = (a: number, b: number) => {
    const [one, other] = [meanings.get(groups.keyOf(a)), meanings.get(groups.keyOf(b))];
    return one !== undefined && other !== undefined && cosineOf(one, other) >= leastOfSameMeaning;
  };
  const pairs = found
    .filter(({ a, b, similarity }) => similarity >= minSimilarity || haveSameMeaning(a, b))
    .flatMap(({ a, b, similarity }) => pairsOf(groups.idsOf(a), groups.idsOf(b), similarity));
  await db.transaction().execute((trx) => replacePairs(trx, pairs));
}

type Groups = { texts: string[]; keyOf: (group: number) => string; idsOf: (group: number) => number[] };

/** Hooks with the same words form one group, whose text is compared once. */
async function groupTexts(batches: AsyncIterable<TextRow[]>): Promise<Groups> {
  const [texts, keys, starts, ids]: [string[], string[], number[], number[]] = [[], [], [], []];
  let last: string | undefined;
  for await (const batch of batches)
    for (const { id, text, text_group } of batch) {
      if (text_group !== last) {
        texts.push(text);
        keys.push(text_group);
        starts.push(ids.length);
      }
      ids.push(id);
      last = text_group;
    }
  return {
    texts,
    keyOf: (group) => keys[group] ?? '',
    idsOf: (group) => ids.slice(starts[group], starts[group + 1]),
  };
}

/** Pairs each hook of a group with the first hook of the other, so that large groups have few pairs. */
function pairsOf(a: readonly number[], b: readonly number[], similarity: number): PairRow[] {
  const [[first = 0, ...others], [otherFirst = 0, ...otherOthers]] = [a, b];
  const ids = [[first, otherFirst], ...others.map((id) => [id, otherFirst]), ...otherOthers.map((id) => [first, id])];
  return ids.map((pair) => ({ hook_id: Math.min(...pair), other_id: Math.max(...pair), similarity }));
}

/** Removes the pair from the near duplicates for good. */
export async function dismissNearDuplicate(ctx: Context, { id, other }: { id: string; other: string }): Promise<void> {
  const pair = [parseHookId(id), parseHookId(other)] as const;
  await commit(ctx, async (trx, audit) => {
    if (!(await dismissPair(trx, pair, new Date())))
      fail('not_found', `${other} is not listed as a near duplicate of ${id}. GET /operator/hooks/${id} lists them.`);
    await audit({ action: 'hook.duplicate_dismissed', subject: id, details: { other } });
  });
}

// Near duplicate: another hook with nearly the same words, as reviewers see it.

export const nearDuplicateSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    similarity: z.number().min(0).max(1).meta({
      description: 'Share of common character trigrams: 0.8 or more, or 0.65 if both have nearly the same meaning',
    }),
  })
  .meta({ id: 'NearDuplicate', description: 'Another hook with nearly the same words' });

// Runs a search for near duplicates in its own thread, so that it never delays a request.

/** Rejects if the search fails, or when `stopping` ends it. */
export async function refreshInThread(url: string, stopping: AbortSignal): Promise<void> {
  stopping.throwIfAborted();
  const worker = startThread('duplicates', new URL('./worker.ts', import.meta.url), { workerData: url });
  await untilExit(worker, stopping);
}

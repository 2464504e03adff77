// Search of hooks in any state, for curators and the operator.
import { z } from 'zod';
import { type Database, takeCountedPage, takePage } from '../../db/database.ts';
import { unlikelyReasons } from '../../db/tables/review-reasons.ts';
import type { Labeller } from '../../labels/labeller.ts';
import { fail } from '../../lib/errors.ts';
import { parseHookId } from '../../lib/ids.ts';
import { isoOrNull } from '../../lib/time.ts';
import type { Catalog } from '../live-catalog.ts';
import { selectNearDuplicates } from '../near-duplicates/store.ts';
import { selectSourceRecords } from '../source-records/store.ts';
import { withReview } from './actions.ts';
import { type Edit, type EditPage, hookFilterInput, toHookFilter } from './edit.ts';
import type { ExplainedHook, HookPage, OperatorHook, ReviewedHook, ReviewQueue } from './operator-hook.ts';
import { countHooks, type HookPlace, type HookSort, hookSorts, selectHooks, selectReviewCounts } from './store.ts';
import { type EditRow, selectEdits } from './store-edits.ts';
import { explainLabels } from './why.ts';

export const listHooksInput = z.object({
  ...hookFilterInput.shape,
  sort: z
    .enum(hookSorts, { error: `\`sort\` must be one of ${hookSorts.join(', ')}.` })
    .optional()
    .meta({
      description:
        'Default oldest. `group`: hooks with the same words are next to each other. `promising`: by views times the square of the confidence of labels; music videos, trailers, titles of matches and lyrics come last. `teaching`: hooks whose decision would help the label model most, then by confidence',
    }),
  after: z.string().optional(),
});

type CurationDeps = { db: Database; labeller: () => Labeller };

export type HookQuery = z.infer<typeof listHooksInput> & { limit?: number };

/**
 * Default order is oldest first. `state: 'pending'` is the review queue: hooks that arrive during a review are added at the end, so no hook
 * moves.
 */
export async function findHooks(
  { db, labeller }: CurationDeps,
  { sort = 'oldest', after, limit = 50, ...given }: HookQuery,
): Promise<HookPage> {
  const filter = toHookFilter(given);
  const place = after === undefined ? undefined : parsePlace(after, sort);
  const { rows, next, total } = await takeCountedPage(
    limit,
    (count) => selectHooks(db, filter, { sort, after: place, limit: count }),
    (hook) => placeOf(hook, sort),
    countHooks(db, filter),
  );
  return { hooks: await toReviewed(db, rows, labeller()), total, next };
}

export async function getHook({ db, labeller }: CurationDeps, { id }: { id: string }): Promise<ReviewedHook> {
  const hooks = await selectHooks(db, { id: parseHookId(id) }, { sort: 'oldest', limit: 1 });
  return (await toReviewed(db, hooks, labeller()))[0] ?? fail('not_found', `${id} does not exist.`);
}

export async function explainHook(
  deps: CurationDeps & { catalog: () => Catalog },
  input: { id: string },
): Promise<ExplainedHook> {
  const hook = await getHook(deps, input);
  return { ...hook, why: explainLabels(hook, parseHookId(hook.id), deps.catalog().snapshot, deps.labeller()) };
}

export async function getReviewQueue(db: Database): Promise<ReviewQueue> {
  const { waiting, oldest, ...counts } = await selectReviewCounts(db);
  return { waiting, oldest_at: oldest?.toISOString() ?? null, ...counts };
}

/** Returns the newest edits first. */
export async function listEdits(
  db: Database,
  { limit = 50, after }: { limit?: number; after?: string },
): Promise<EditPage> {
  const { rows, next } = await takePage(
    limit,
    (count) => selectEdits(db, { limit: count, after }),
    ({ id }) => id,
  );
  return { edits: rows.map(toEdit), next };
}

function toEdit({ id, action, labels, hooks, actor_kind, operator_email, created_at, undone_at }: EditRow): Edit {
  return {
    id,
    action,
    set: labels,
    hooks,
    actor: actor_kind,
    operator_email,
    created_at: created_at.toISOString(),
    undone_at: isoOrNull(undone_at),
  };
}

async function toReviewed(db: Database, hooks: readonly OperatorHook[], labeller: Labeller): Promise<ReviewedHook[]> {
  const ids = hooks.map(({ id }) => id);
  const [holders, near] = await Promise.all([selectSourceRecords(db, ids), selectNearDuplicates(db, ids)]);
  return hooks.map((hook) => ({
    ...withReview(hook, labeller),
    holders: holders.get(hook.id) ?? [],
    near_duplicates: near.get(hook.id) ?? [],
  }));
}

/** A decision removes a hook from the queue, so the cursor contains the hook's sort key instead of a reference to it. */
function placeOf({ id, views, labels, text_group, review_reason }: OperatorHook, sort: HookSort): string {
  if (sort === 'oldest' || sort === 'newest') return id;
  const { confidence } = labels;
  const promising = unlikelyReasons.includes(review_reason) ? 0 : views * confidence * confidence;
  const values = { views, promising, group: text_group, confidence, teaching: confidence };
  return `${values[sort]},${id}`;
}

/** Format in which JavaScript prints a confidence, or views times the square of one. */
const numberPattern = /^\d{1,15}(\.\d{1,20})?(e-\d{1,3})?$/;
const placePatterns = {
  views: /^\d{1,15}$/,
  confidence: numberPattern,
  promising: numberPattern,
  teaching: numberPattern,
  group: /^[\w ]{1,16}$/,
};

function parsePlace(text: string, sort: HookSort): HookPlace {
  if (sort === 'oldest' || sort === 'newest') return { id: parseHookId(text) };
  const [id = '', value = ''] = text.split(',').reverse();
  if (!placePatterns[sort].test(value))
    fail('invalid_cursor', 'Unknown cursor `after`. Use `next` of this list, or leave it out.');
  return { id: parseHookId(id), value };
}

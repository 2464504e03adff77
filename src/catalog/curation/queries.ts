// Search of hooks in any state, for curators and the operator.
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { hookColumns } from '../../db/hook-columns.ts';
import { takePage } from '../../db/page.ts';
import { fail } from '../../lib/errors.ts';
import { selectHolders } from '../holders/store.ts';
import {
  type HookPage,
  hookStates,
  labelInput,
  type OperatorHook,
  parseHookId,
  type ReviewedHook,
} from './operator-hook.ts';
import { withReview } from './review.ts';
import { countHooks, type HookPlace, type HookSort, selectHooks } from './store.ts';

export const listHooksInput = z.object({
  state: z.enum(hookStates, { error: '`state` must be published, pending, retired or rejected.' }).optional(),
  text: z.string().max(200).optional(),
  id: z.string().optional(),
  source: z.string().optional(),
  source_url: z.string().max(2048).optional(),
  import: z.string().optional(),
  archetype: labelInput('archetype').optional(),
  emotional_trigger: labelInput('emotional_trigger').optional(),
  niche: labelInput('niche').optional(),
  format: labelInput('format').optional(),
  platform: z.string().optional(),
  language: z.string().optional(),
  method: z.enum(hookColumns.label_method.values, { error: '`method` must be given, rules or curator.' }).optional(),
  claims: z.enum(['waiting'], { error: '`claims` must be waiting.' }).optional(),
  sort: z
    .enum(['oldest', 'newest', 'confidence', 'views'], { error: '`sort` must be oldest, newest, confidence or views.' })
    .optional(),
  after: z.string().optional(),
});

export type HookQuery = z.infer<typeof listHooksInput> & { limit?: number };

/**
 * The oldest first by default. `state: 'pending'` is the review queue: in this order hooks that arrive during a review are at the
 * end, and no hook moves.
 */
export async function findHooks(
  db: Database,
  { id, method, import: import_id, sort = 'oldest', after, limit = 50, ...rest }: HookQuery,
): Promise<HookPage> {
  const filter = { ...rest, import_id, label_method: method, id: id === undefined ? undefined : parseHookId(id) };
  const place = after === undefined ? undefined : parsePlace(after, sort);
  const [{ rows, next }, total] = await Promise.all([
    takePage(
      limit,
      (count) => selectHooks(db, filter, { sort, after: place, limit: count }),
      (hook) => placeOf(hook, sort),
    ),
    countHooks(db, filter),
  ]);
  return { hooks: await toReviewed(db, rows), total, next };
}

export async function getHook(db: Database, id: string): Promise<ReviewedHook> {
  const hooks = await selectHooks(db, { id: parseHookId(id) }, { sort: 'oldest', limit: 1 });
  return (await toReviewed(db, hooks))[0] ?? fail('not_found', `${id} does not exist.`);
}

async function toReviewed(db: Database, hooks: readonly OperatorHook[]): Promise<ReviewedHook[]> {
  const holders = await selectHolders(
    db,
    hooks.map(({ id }) => id),
  );
  return hooks.map((hook) => ({ ...withReview(hook), holders: holders.get(hook.id) ?? [] }));
}

/** A decision removes a hook from the queue, so its place is its sort key and not a reference. */
function placeOf({ id, views, labels }: OperatorHook, sort: HookSort): string {
  return sort === 'views' ? `${views},${id}` : sort === 'confidence' ? `${labels.confidence},${id}` : id;
}

function parsePlace(text: string, sort: HookSort): HookPlace {
  if (sort === 'oldest' || sort === 'newest') return { id: parseHookId(text) };
  const [id = '', value] = text.split(',').reverse();
  const isValid =
    /^\d{1,16}(\.\d{1,9})?$/.test(value ?? '') && (sort !== 'views' || Number.isSafeInteger(Number(value)));
  if (!isValid) fail('invalid_cursor', 'Unknown cursor `after`. Use `next` of this list, or leave it out.');
  return { id: parseHookId(id), value: Number(value) };
}

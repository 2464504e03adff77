// The curator's verbs on single hooks: find, edit, retire, and decide on what waits for review.

import { z } from 'zod';
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import { type AuditAction, differences } from '../../audit/audit.ts';
import type { Database, Trx } from '../../db/database.ts';
import { takePage } from '../../db/page.ts';
import type { HookState } from '../../db/tables.ts';
import { fail } from '../../lib/errors.ts';
import { hookNumber } from '../../lib/ids.ts';
import { findValue, type TaxonomySet } from '../../taxonomy/taxonomy.ts';
import { nextVersion } from '../store.ts';
import type { HookPage, OperatorHook, ReviewedHook } from './operator-hook.ts';
import { withReview } from './review.ts';
import { countHooks, type HookPlace, type HookSort, selectHook, selectHooks, updateHookRow } from './store.ts';

const label = (set: TaxonomySet) =>
  z.string().transform((text, context) => {
    const value = findValue(set, text);
    if (value === undefined)
      context.addIssue(`${text.slice(0, 60)} is not a known ${set}. GET /meta lists the values.`);
    return value ?? '';
  });

export const editHookInput = z
  .strictObject({
    archetype: label('archetype'),
    emotional_trigger: label('emotional_trigger'),
    niche: label('niche'),
    format: label('format'),
    platform: z.string().trim().min(1).max(40),
    language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'language is a BCP 47 tag such as en or pt-BR.'),
    template: z.string().max(500),
    state: z.enum(['published', 'pending', 'retired', 'rejected']),
    /** The state that was looked at: two who decide on one hook do not override each other. */
    from: z.enum(['published', 'pending', 'retired', 'rejected']),
  })
  .partial();

export const listHooksInput = z.object({
  state: z
    .enum(['published', 'pending', 'retired', 'rejected'], {
      error: 'state is published, pending, retired or rejected.',
    })
    .optional(),
  text: z.string().max(200).optional(),
  id: z.string().optional(),
  source: z.string().optional(),
  import: z.string().optional(),
  archetype: label('archetype').optional(),
  emotional_trigger: label('emotional_trigger').optional(),
  niche: label('niche').optional(),
  format: label('format').optional(),
  platform: z.string().optional(),
  language: z.string().optional(),
  method: z.enum(['given', 'rules', 'curator'], { error: 'method is given, rules or curator.' }).optional(),
  sort: z
    .enum(['oldest', 'newest', 'confidence', 'views'], { error: 'sort is oldest, newest, confidence or views.' })
    .optional(),
  after: z.string().optional(),
});

export type HookQuery = z.infer<typeof listHooksInput> & { limit?: number };

/** Tells of a hook that is new in the catalog, in the transaction that publishes it. */
export type Announce = (trx: Trx, hookId: number, now: Date) => Promise<unknown>;

const audited = [
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'platform',
  'language',
  'template',
  'state',
] as const;
const actionOf: Readonly<Record<string, AuditAction>> = {
  published: 'hook.accepted',
  rejected: 'hook.rejected',
  pending: 'hook.reopened',
  retired: 'hook.retired',
};

/**
 * The oldest first unless told otherwise. `state: 'pending'` is the review queue: in this order what comes in while somebody
 * reviews stands at the end, and no hook moves.
 */
export async function findHooks(
  db: Database,
  { id, method, import: import_id, sort = 'oldest', after, limit = 50, ...rest }: HookQuery,
): Promise<HookPage> {
  const filter = { ...rest, import_id, label_method: method, id: id === undefined ? undefined : parseId(id) };
  const place = after === undefined ? undefined : parsePlace(after, sort);
  const [{ rows, next }, total] = await Promise.all([
    takePage(
      limit,
      (count) => selectHooks(db, filter, { sort, after: place, limit: count }),
      (hook) => placeOf(hook, sort),
    ),
    countHooks(db, filter),
  ]);
  return { hooks: rows.map(withReview), total, next };
}

export async function getHook(db: Database, id: string): Promise<ReviewedHook> {
  return withReview((await selectHook(db, parseId(id))) ?? fail('not_found', `There is no ${id}.`));
}

/** A decision takes a hook out of the queue, so its place is told by value and not looked up. */
function placeOf({ id, views, labels }: OperatorHook, sort: HookSort): string {
  return sort === 'views' ? `${views},${id}` : sort === 'confidence' ? `${labels.confidence},${id}` : id;
}

function parsePlace(text: string, sort: HookSort): HookPlace {
  const [id, value] = text.split(',').reverse();
  if (sort === 'oldest' || sort === 'newest') return { id: parseId(text) };
  const isKnown =
    /^\d{1,16}(\.\d{1,9})?$/.test(value ?? '') && (sort !== 'views' || Number.isSafeInteger(Number(value)));
  if (!isKnown) fail('invalid_cursor', 'after is not one that this list gave out. Begin again without it.');
  return { id: parseId(id), value: Number(value) };
}

/**
 * Changes labels or state. Publishing a hook that clients never had adds it to the catalog now and announces it; a label set
 * here is the curator's and no import changes it. What was rejected can be put back, what was published only be retired.
 */
export async function editHook(
  { db, actor, refresh }: Acting,
  id: string,
  input: z.infer<typeof editHookInput>,
  announce: Announce,
): Promise<OperatorHook> {
  const number = parseId(id);
  const { from, ...given } = input;
  const { state } = given;
  return commit({ db, refresh }, 'catalog', async (trx) => {
    const known = (await selectHook(trx, number)) ?? fail('not_found', `There is no ${id}.`);
    // What no client sees needs no new version: a review does not load the catalog once a decision.
    const isHidden = isUnseen(known.state) && (state === undefined || isUnseen(state));
    const version = isHidden ? undefined : await nextVersion(trx);
    const current = isHidden ? known : ((await selectHook(trx, number)) ?? fail('not_found', `There is no ${id}.`));
    if (from && from !== current.state)
      fail('conflict', `${id} is ${current.state} by now, no longer ${from}. Look at it again.`);
    checkState(id, current.state, state);
    const isUpdated = await updateHookRow(trx, number, current.state, {
      ...changesOf(given, current.state),
      ...(version === undefined ? {} : { version }),
      ...(version !== undefined && state === 'published' && current.state !== 'published'
        ? { added_version: version }
        : {}),
    });
    if (!isUpdated) fail('conflict', `${id} has just been changed by somebody else. Look at it again.`);
    if (state === 'published' && isUnseen(current.state)) await announce(trx, number, new Date());
    const edited = (await selectHook(trx, number)) ?? fail('not_found', `There is no ${id}.`);
    const action = state && state !== current.state ? actionOf[state] : 'hook.edited';
    await writeAudit(trx, actor, { action, subject: id, details: differences(current, edited, audited) });
    return edited;
  });
}

function changesOf({ state, ...labels }: Omit<z.infer<typeof editHookInput>, 'from'>, from: HookState) {
  const isAccepted = state === 'published';
  const isCurated = Object.keys(labels).length > 0 || isAccepted;
  return {
    ...labels,
    ...(isCurated ? { label_method: 'curator' as const, label_confidence: 1 } : {}),
    ...(state ? { state, retired_by: state === 'retired' ? ('curator' as const) : null } : {}),
    ...(isAccepted && isUnseen(from) ? { added_at: new Date() } : {}),
  };
}

function isUnseen(state: HookState): boolean {
  return state === 'pending' || state === 'rejected';
}

function checkState(id: string, from: HookState, to: HookState | undefined): void {
  if (to === 'rejected' && from !== 'pending')
    fail('conflict', `${id} is ${from}; only a pending hook can be rejected. Retire it instead.`);
  if (to === 'pending' && !isUnseen(from))
    fail(
      'conflict',
      `${id} is ${from}: clients may have it already. Only what was rejected can wait for review again.`,
    );
}

function parseId(id: string): number {
  return hookNumber(id) ?? fail('not_found', `${id.slice(0, 40)} is not a hook id. A hook id is hook_ and digits.`);
}

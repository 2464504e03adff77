// The curator's verbs on single hooks: find, edit, retire, and decide on what waits for review.
import { z } from 'zod';
import type { Acting } from '../audit/actor.ts';
import { type AuditAction, differences, record } from '../audit/audit.ts';
import type { Database, Trx } from '../db/database.ts';
import { fail } from '../errors.ts';
import { hookNumber } from '../ids.ts';
import { findValue, type TaxonomySet } from '../taxonomy/taxonomy.ts';
import { nextVersion, type OperatorHook, selectHook, selectHooks, updateHookRow } from './store.ts';

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
    state: z.enum(['published', 'retired', 'rejected']),
  })
  .partial();

export const listHooksInput = z.object({
  state: z
    .enum(['published', 'pending', 'retired', 'rejected'], {
      error: 'state is published, pending, retired or rejected.',
    })
    .optional(),
  text: z.string().max(200).optional(),
  after: z.string().optional(),
});

/** Tells of a hook that is new in the catalog, in the transaction that publishes it. */
export type Announce = (trx: Trx, hookId: number, now: Date) => Promise<unknown>;

const pageSize = 50;
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
  retired: 'hook.retired',
};

/** By ascending id, 50 a page. `state: 'pending'` is the review queue. */
export async function findHooks(
  db: Database,
  input: z.infer<typeof listHooksInput>,
): Promise<{ hooks: OperatorHook[]; next: string | null }> {
  const after = input.after === undefined ? undefined : parseId(input.after);
  const found = await selectHooks(db, { state: input.state, text: input.text, after, limit: pageSize + 1 });
  const hooks = found.slice(0, pageSize);
  return { hooks, next: found.length > pageSize ? (hooks.at(-1)?.id ?? null) : null };
}

/**
 * Changes labels or state. Publishing a pending hook adds it to the catalog now; a label set here is the curator's and no
 * import changes it.
 */
export async function editHook(
  { db, actor }: Acting,
  id: string,
  input: z.infer<typeof editHookInput>,
  announce: Announce,
): Promise<OperatorHook> {
  const number = parseId(id);
  const { state, ...labels } = input;
  const isRelabelled = Object.keys(labels).length > 0;
  const isAccepted = state === 'published';
  return db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    const current = (await selectHook(trx, number)) ?? fail('not_found', `There is no ${id}.`);
    if (state === 'rejected' && current.state !== 'pending')
      fail('conflict', `${id} is ${current.state}; only a pending hook can be rejected. Retire it instead.`);
    await updateHookRow(trx, number, version, {
      ...labels,
      ...(isRelabelled || isAccepted ? { label_method: 'curator', label_confidence: 1 } : {}),
      ...(state ? { state, retired_by: state === 'retired' ? 'curator' : null } : {}),
      ...(isAccepted && current.state === 'pending' ? { added_at: new Date() } : {}),
      ...(isAccepted && current.state !== 'published' ? { added_version: version } : {}),
    });
    if (isAccepted && current.state === 'pending') await announce(trx, number, new Date());
    const edited = (await selectHook(trx, number)) ?? fail('not_found', `There is no ${id}.`);
    const action = state && state !== current.state ? actionOf[state] : 'hook.edited';
    await record(trx, actor, { action, subject: id, details: differences(current, edited, audited) });
    return edited;
  });
}

function parseId(id: string): number {
  return hookNumber(id) ?? fail('not_found', `${id.slice(0, 40)} is not a hook id. A hook id is hook_ and digits.`);
}

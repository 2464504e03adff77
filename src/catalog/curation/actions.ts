// Edits of single hooks by curators: labels, and decisions on hooks that wait for review.
import { z } from 'zod';
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import { type AuditAction, differences } from '../../audit/audit.ts';
import type { Limits } from '../../config/limits.ts';
import type { Trx } from '../../db/database.ts';
import type { HookState } from '../../db/tables.ts';
import { fail } from '../../lib/errors.ts';
import { canonicalLanguage } from '../../taxonomy/language.ts';
import { nextVersion } from '../store.ts';
import { requireLanguage } from '../values/languages.ts';
import { requirePlatform } from '../values/platforms.ts';
import { hookStates, labelInput, type OperatorHook, parseHookId } from './operator-hook.ts';
import { selectHook, updateHookRow } from './store.ts';

export const editHookInput = z
  .strictObject({
    archetype: labelInput('archetype'),
    emotional_trigger: labelInput('emotional_trigger'),
    niche: labelInput('niche'),
    format: labelInput('format'),
    platform: z.string().trim().min(1).max(40),
    language: z.string().transform((text, context) => {
      const language = canonicalLanguage(text);
      if (language === undefined) context.addIssue('`language` must be a BCP 47 tag such as en or pt-BR.');
      return language ?? '';
    }),
    template: z.string().max(500),
    state: z.enum(hookStates),
    /** The state that the decision is based on. Concurrent decisions then do not override each other. */
    from: z.enum(hookStates),
  })
  .partial();

/** Announces a hook that is new in the catalog, in the transaction that publishes it. */
type Announce = (trx: Trx, hookId: number, now: Date) => Promise<unknown>;
type EditDeps = { announce: Announce; limits: Pick<Limits, 'languages'> };

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
const actions: Readonly<Record<HookState, AuditAction>> = {
  published: 'hook.accepted',
  rejected: 'hook.rejected',
  pending: 'hook.reopened',
  retired: 'hook.retired',
};

/**
 * Changes labels or state. Publishing a hook that clients never had adds it to the catalog now and announces it. No import changes
 * labels that are set here. A rejected hook can be reopened, a published one only retired.
 */
export async function editHook(
  { db, actor, refresh }: Acting,
  id: string,
  input: z.infer<typeof editHookInput>,
  { announce, limits }: EditDeps,
): Promise<OperatorHook> {
  const number = parseHookId(id);
  const { from, ...edits } = input;
  const { state } = edits;
  return commit({ db, refresh }, 'catalog', async (trx) => {
    const found = (await selectHook(trx, number)) ?? fail('not_found', `${id} does not exist.`);
    // Changes that no client sees need no new version, so the decisions of a review do not rebuild the snapshot.
    const isHidden = isUnseen(found.state) && (state === undefined || isUnseen(state));
    const version = isHidden ? undefined : await nextVersion(trx);
    const current = isHidden ? found : ((await selectHook(trx, number)) ?? fail('not_found', `${id} does not exist.`));
    if (from && from !== current.state)
      fail('conflict', `${id} is now ${current.state}, no longer ${from}. Reload it and decide again.`);
    if (current.retired_by === 'takedown')
      fail('conflict', `${id} was taken down. Its content is gone and cannot return.`);
    checkState(id, current.state, state);
    if (edits.platform !== undefined) edits.platform = await requirePlatform(trx, edits.platform);
    if (edits.language !== undefined) await requireLanguage(trx, edits.language, limits.languages);
    const isUpdated = await updateHookRow(trx, number, current.state, {
      ...changesOf(edits, current.state),
      ...(version === undefined ? {} : { version }),
      ...(version !== undefined && state === 'published' && current.state !== 'published'
        ? { added_version: version }
        : {}),
    });
    if (!isUpdated) fail('conflict', `${id} was changed by another request. Reload it and decide again.`);
    if (state === 'published' && isUnseen(current.state)) await announce(trx, number, new Date());
    const edited = (await selectHook(trx, number)) ?? fail('not_found', `${id} does not exist.`);
    const action = state && state !== current.state ? actions[state] : 'hook.edited';
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
    fail('conflict', `${id} is ${from} and clients may have it. Only a rejected hook can be reopened.`);
}

// Edits of hooks by curators: labels, text, and decisions on hooks that wait for review.

import type { z } from 'zod';
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import { differences } from '../../audit/audit.ts';
import type { Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { parseHookId } from '../../lib/ids.ts';
import { catalogVersion } from '../store.ts';
import {
  type Applied,
  type ApplyDeps,
  actionOf,
  applyEdit,
  type Changes,
  type EditDeps,
  labelsOf,
  type Targets,
} from './apply-edit.ts';
import type { EditResult, editHookInput, HooksEdit } from './edit.ts';
import { toHookFilter } from './hook-filter.ts';
import type { OperatorHook } from './operator-hook.ts';
import { countHooks, type HookFilter, selectHook, selectMatching } from './store.ts';
import { selectStates } from './store-edits.ts';

const audited = [
  'text',
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'platform',
  'language',
  'template',
  'state',
] as const;

/** Changes text, labels or state of one hook. A rejected hook can be reopened, a published one only retired. */
export async function editHook(
  { db, actor, refresh }: Acting,
  id: string,
  { state, from, ...values }: z.infer<typeof editHookInput>,
  deps: EditDeps,
): Promise<OperatorHook> {
  const number = parseHookId(id);
  return commit({ db, refresh }, 'catalog', async (trx) => {
    const { skipped } = await edit(trx, await selectStates(trx, [number]), { values, state, from }, { ...deps, actor });
    for (const { reason, fix } of skipped) if (fix) fail('conflict', `${id} is ${reason}. ${fix}`);
    return (await selectHook(trx, number)) ?? fail('not_found', `${id} does not exist.`);
  });
}

/** Changes labels or state of several hooks as one catalog version. Hooks that cannot be changed are skipped and reported. */
export async function editHooks(
  { db, actor, refresh }: Acting,
  { ids, filter = {}, set: values = {}, state, from }: HooksEdit,
  deps: EditDeps,
): Promise<EditResult> {
  const { hooksPerEdit: max } = deps.limits;
  return commit({ db, refresh }, 'catalog', async (trx) => {
    const targets = ids ? await findNamed(trx, ids, max) : await findMatching(trx, toHookFilter(filter), max);
    const { editId, changed, skipped } = await edit(trx, targets, { values, state, from }, { ...deps, actor });
    const known = new Set(targets.map(({ id }) => `hook_${id}`));
    const unknown = ids?.filter((id) => !known.has(id)) ?? [];
    return {
      edit_id: editId,
      changed,
      skipped: [
        ...skipped.map(({ id, reason }) => ({ id: `hook_${id}`, reason })),
        ...unknown.map((id) => ({ id, reason: 'unknown' })),
      ],
      catalog_version: await catalogVersion(trx),
    };
  });
}

async function findNamed(trx: Trx, ids: readonly string[], max: number): Promise<Targets> {
  if (ids.length > max) failTooMany(`${ids.length} ids are`, max);
  return selectStates(trx, ids.map(parseHookId));
}

async function findMatching(trx: Trx, filter: HookFilter, max: number): Promise<Targets> {
  const targets = await selectMatching(trx, filter, max + 1);
  if (targets.length > max) failTooMany(`The filter matches ${await countHooks(trx, filter)} hooks,`, max);
  return targets;
}

function failTooMany(what: string, max: number): never {
  const detail = `${what} more than the ${max} that one edit may change (HOOKLINE_LIMIT_HOOKS_PER_EDIT). Edit them in parts.`;
  return fail('invalid_body', detail);
}

/** The audit record of one hook has what was before and after; that of several has what was set. */
async function edit(trx: Trx, targets: Targets, changes: Changes, deps: ApplyDeps): Promise<Applied> {
  const number = targets.length === 1 ? targets[0]?.id : undefined;
  const before = number === undefined ? undefined : await selectHook(trx, number);
  const applied = await applyEdit(trx, targets, changes, deps);
  if (applied.editId === null) return applied;
  const after = number === undefined ? undefined : await selectHook(trx, number);
  const { state, values } = changes;
  const action = state === undefined || state === before?.state ? 'hook.edited' : (`hook.${actionOf[state]}` as const);
  await writeAudit(
    trx,
    deps.actor,
    before && after
      ? { action, subject: before.id, details: differences(before, after, audited) }
      : { action, subject: applied.editId, details: { hooks: applied.changed, ...labelsOf(values) } },
  );
  await deps.requestTraining(trx);
  return applied;
}

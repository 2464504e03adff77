// Applies relabelled hooks in the transaction of its caller: one edit, one catalog version, and the announcement of what it publishes.
import { writeAudit } from '../../../audit/actions.ts';
import type { Actor } from '../../../audit/actor.ts';
import type { Details } from '../../../audit/audit.ts';
import type { Trx } from '../../../db/database.ts';
import { newId } from '../../../lib/ids.ts';
import type { EditDeps } from '../../curation/apply-edit.ts';
import { insertEdit } from '../../curation/store-edits.ts';
import { lockCatalog, nextVersion } from '../../store.ts';
import type { LabelChange } from './relabel-hook.ts';
import {
  applyStaged,
  countStaged,
  createStaging,
  dropStaging,
  lockStaged,
  selectPublishedIds,
  stageChanges,
} from './store-relabel.ts';

export type ApplyLabelsDeps = {
  actor: Actor;
  announce: EditDeps['announce'];
  /** Of the audit record. */
  details: Details;
};

/** `changed`: hooks with another label, or another confidence; `skipped`: those that others changed since they were read. */
export type AppliedLabels = { editId: string | null; changed: number; published: number; skipped: number };

/**
 * Changes hooks as relabelHook() decided. Those that others changed since selectRelabelable() read them stay as they are. Changes that
 * no client sees make no version. The hooks that it publishes are announced. Nothing left to change makes no edit.
 */
export async function applyLabels(
  trx: Trx,
  changes: readonly LabelChange[],
  deps: ApplyLabelsDeps,
): Promise<AppliedLabels> {
  await createStaging(trx);
  await stageChanges(trx, changes);
  await lockCatalog(trx);
  const skipped = await lockStaged(trx);
  const applied = await applyLocked(trx, deps);
  await dropStaging(trx);
  return { ...applied, skipped };
}

/** Of hooks that are staged and locked (store-relabel.ts). */
export async function applyLocked(
  trx: Trx,
  { actor, announce, details }: ApplyLabelsDeps,
): Promise<Omit<AppliedLabels, 'skipped'>> {
  const { staged, published, seen } = await countStaged(trx);
  if (staged === 0) return { editId: null, changed: 0, published: 0 };
  const editId = newId('edit');
  const now = new Date();
  const added = published > 0 ? await selectPublishedIds(trx) : [];
  const version = seen > 0 ? await nextVersion(trx) : undefined;
  await applyStaged(trx, { editId, now, version, publishes: published > 0 });
  await insertEdit(trx, {
    id: editId,
    action: 'relabelled',
    labels: '{}',
    hooks: staged,
    event_id: added.length > 0 ? await announce(trx, added, now) : undefined,
    actor_kind: actor.kind,
    operator_email: actor.operatorEmail,
  });
  await writeAudit(trx, actor, {
    action: 'labels.run',
    subject: editId,
    details: { hooks: staged, published, ...details },
  });
  return { editId, changed: staged, published };
}

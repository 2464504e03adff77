// Undo of edits: hooks that nobody changed since are as they were before, as one catalog version.
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import type { Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { catalogVersion, lockCatalog, nextVersion } from '../store.ts';
import { findTextBlock } from '../takedowns/store.ts';
import { type UndoneEdit, undoableMs } from './edit.ts';
import { deleteDecisions } from './store-decisions.ts';
import {
  type EditedHook,
  type EditRow,
  findTextTwin,
  lockEdit,
  lockEditedHooks,
  markUndone,
  restoreHooks,
} from './store-edits.ts';

/** Skips the deliveries of an event that were not sent yet and whose hooks clients no longer have. Resolves to the number of sent ones. */
type SettleDeliveries = (trx: Trx, eventId: string, now: Date) => Promise<number>;

/** Accepted hooks wait in review again; to clients they are retired until they are accepted once more. */
export async function undoEdit(
  { db, actor, refresh }: Acting,
  id: string,
  settleDeliveries: SettleDeliveries,
): Promise<UndoneEdit> {
  return commit({ db, refresh }, 'catalog', async (trx) => {
    const now = new Date();
    await lockCatalog(trx);
    const edit = requireUndoable(await lockEdit(trx, id), id, now);
    const skipped: UndoneEdit['skipped'] = [];
    const ready: EditedHook[] = [];
    for (const hook of await lockEditedHooks(trx, id)) {
      const reason = await findObstacle(trx, hook);
      if (reason) skipped.push({ id: `hook_${hook.id}`, reason });
      else ready.push(hook);
    }
    const isSeen = ready.some(({ state, former_state }) => state === 'published' || former_state === 'published');
    const version = isSeen ? await nextVersion(trx) : undefined;
    const ids = ready.map((hook) => hook.id);
    await restoreHooks(trx, { editId: id, ids, version });
    await deleteDecisions(trx, { editId: id, ids });
    await markUndone(trx, id);
    const delivered = edit.event_id === null ? 0 : await settleDeliveries(trx, edit.event_id, now);
    const details = { restored: ready.length, skipped: skipped.length, delivered };
    await writeAudit(trx, actor, { action: 'edit.undone', subject: id, details });
    return { edit_id: id, restored: ready.length, skipped, delivered, catalog_version: await catalogVersion(trx) };
  });
}

function requireUndoable(edit: EditRow | undefined, id: string, now: Date): EditRow {
  if (!edit) fail('not_found', `There is no edit ${id.slice(0, 40)}. GET /operator/edits lists them.`);
  if (edit.undone_at !== null) fail('conflict', `${id} was undone on ${edit.undone_at.toISOString()}.`);
  if (edit.created_at.getTime() + undoableMs < now.getTime())
    fail('conflict', `${id} can no longer be undone: what it changed is kept for 30 days. Edit the hooks again.`);
  return edit;
}

/** Why a hook stays as it is: it `is` the reason. */
async function findObstacle(trx: Trx, hook: EditedHook): Promise<string | undefined> {
  if (hook.retired_by === 'takedown') return 'taken down';
  if (!hook.is_untouched) return 'changed since';
  const { former_text_key: key } = hook;
  if (key === null) return undefined;
  if ((await findTextBlock(trx, [key])) !== undefined) return 'of a text that was blocked since';
  const twin = hook.is_known_by_text ? await findTextTwin(trx, hook.id, key) : undefined;
  return twin === undefined ? undefined : `of a text that hook_${twin} has now`;
}

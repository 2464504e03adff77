// Writes when each key was last used, from the keyring into the database. Uses that cannot be written are kept for the next time.
import type { Database } from '../../db/database.ts';
import type { Observe } from '../../telemetry/events.ts';
import { type Keyring, type LastUse, lastOfEach } from './keyring.ts';
import { touchKeys } from './store.ts';

type LastUseDeps = {
  db: Database;
  observe: Observe;
  drainLastUses: Keyring['drainLastUses'];
  /** During an outage of the database nothing is written. */
  isOutage?: () => boolean;
};

/** The returned function writes the uses since its previous call, and never rejects. */
export function createLastUseWriter({
  db,
  observe,
  drainLastUses,
  isOutage = () => false,
}: LastUseDeps): () => Promise<void> {
  let unsaved = new Map<string, LastUse>();
  return async () => {
    unsaved = lastOfEach([...unsaved, ...drainLastUses()]);
    if (unsaved.size === 0 || isOutage()) return;
    const uses = unsaved;
    unsaved = new Map();
    try {
      await touchKeys(db, uses);
    } catch (error) {
      observe({ kind: 'usage_flush_failed', error });
      // Uses during the attempt are later, so they win.
      unsaved = lastOfEach([...uses, ...unsaved]);
    }
  };
}

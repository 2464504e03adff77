// Counts near duplicates of texts that are not in the catalog, or not yet.
import type { Database } from '../../db/database.ts';
import { findNearDuplicates } from './find.ts';
import { selectTexts } from './store.ts';

/** More texts take longer than somebody waits for the count; a search after the import compares them all. */
const maxComparedTexts = 200_000;

/** How many of the texts are near duplicates of a hook or of an earlier one of them; null if there are too many to compare. */
export async function countNearDuplicates(db: Database, texts: readonly string[]): Promise<number | null> {
  if (texts.length === 0) return 0;
  const known = await db.transaction().execute(async (trx) => {
    const found: string[] = [];
    for await (const batch of selectTexts(trx)) {
      for (const { text } of batch) found.push(text);
      if (found.length + texts.length > maxComparedTexts) return null;
    }
    return found;
  });
  if (known === null || known.length + texts.length > maxComparedTexts) return null;
  const pairs = findNearDuplicates([...known, ...texts], { from: known.length, perText: 200 });
  return new Set(pairs.map(({ b }) => b)).size;
}

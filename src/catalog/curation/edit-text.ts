// Texts of curators: what follows from one, and which a hook cannot have.
import type { Trx } from '../../db/database.ts';
import { slotTemplate } from '../../labels/templates/slot-template.ts';
import { cleanText, textKey } from '../../lib/clean-text.ts';
import { fail } from '../../lib/errors.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { findTextBlock } from '../takedowns/store.ts';
import { findTextTwin, type LockedHook } from './store-edits.ts';

export function columnsOfText(text: string) {
  return { text, text_key: textKey(text), word_count: splitWords(text).length, template: slotTemplate(text) };
}

/** Fails for a text that a takedown blocks, and for one that would give two hooks the same identity. The caller has locked the catalog. */
export async function requireFreeText(trx: Trx, hook: LockedHook, text: string): Promise<void> {
  const key = textKey(text);
  // Also without hashtags and mentions, as imports compare it.
  const takedown = await findTextBlock(trx, [key, textKey(cleanText(text, { stripTags: true }))]);
  if (takedown !== undefined)
    fail('conflict', `This text is blocked by takedown ${takedown}. Enter another one, or lift the takedown's block.`);
  if (hook.video_key !== null || hook.source_id !== null) return;
  const twin = await findTextTwin(trx, hook.id, key);
  if (twin !== undefined)
    fail(
      'conflict',
      `hook_${twin} has this text, and nothing but the text tells the two apart. Merge hook_${hook.id} and hook_${twin} instead.`,
    );
}

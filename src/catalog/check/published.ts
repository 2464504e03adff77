// The published hook with the words of a draft: its labels are known, so they are not guessed.
import { textKey } from '../../lib/clean-text.ts';
import type { FullHook } from '../hook.ts';
import { hashTextGroup } from '../snapshot/groups/text-groups.ts';
import type { Catalog } from '../snapshot/live-catalog.ts';
import { readText } from '../snapshot/record-text.ts';
import { fullRecord } from '../summary.ts';
import type { DraftLabel } from './check-schema.ts';
import type { DraftLabels } from './draft-labels.ts';
import { realRows } from './evidence.ts';

/** The most viewed of several. Beside real hooks the starter set is no evidence. */
export function findPublished(catalog: Catalog, text: string): FullHook | undefined {
  const { snapshot } = catalog;
  const group = textKey(text).slice(0, 16);
  const hash = hashTextGroup(group);
  const real = realRows(catalog);
  for (let row = snapshot.textHashes.indexOf(hash); row >= 0; row = snapshot.textHashes.indexOf(hash, row + 1))
    if (readText(snapshot, row, 'text_group') === group && (!real || snapshot.isSample[row] === 0))
      return fullRecord(snapshot, row);
  return undefined;
}

/** What the request gives is kept. */
export function labelsOf({ id, text, labels, ...values }: FullHook, guessed: DraftLabels): DraftLabels {
  const known = (name: keyof DraftLabels): DraftLabel => {
    const [value, { method, confidence }] = [values[name], labels[name]];
    if (value === null || method === null || confidence === null || guessed[name].method === 'given')
      return guessed[name];
    return { value, confidence, method, alternatives: [], why: [{ kind: 'line', id, text, similarity: 1 }] };
  };
  return {
    archetype: known('archetype'),
    emotional_trigger: known('emotional_trigger'),
    niche: known('niche'),
    format: known('format'),
  };
}

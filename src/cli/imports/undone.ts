// Text of an undone import: the outcome for its hooks.
import type { ImportUndo } from '../../ingest/undo/actions.ts';

export function undoneText(
  { catalog_version, removed, restored, kept, delivered, paused_source }: ImportUndo,
  [id]: readonly string[],
): string {
  const count = (number: number, noun: string, nouns = `${noun}s`) =>
    `${number.toLocaleString('en')} ${number === 1 ? noun : nouns}`;
  return [
    `Undid ${id}: ${count(removed, 'hook')} removed, ${count(restored, 'hook')} restored (catalog version ${catalog_version}).`,
    ...(kept > 0 ? [`${count(kept, 'hook')} kept: also in a later import.`] : []),
    ...(delivered > 0
      ? [`${count(delivered, 'webhook delivery', 'webhook deliveries')} already sent with its hooks.`]
      : []),
    ...(paused_source === null
      ? []
      : [`The source ${paused_source} is paused. Resume it with: hookline admin sources resume "${paused_source}"`]),
  ].join('\n');
}

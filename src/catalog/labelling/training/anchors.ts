// Anchors of a training: lines of the starter set, so that what is learned of a few niches is not said of all other lines.
import type { TrainingLine } from '../../../labels/model/training-line.ts';
import { readStarterSet } from '../../seed/starter-set.ts';

/** One of so many lines of the starter set is an anchor. */
const everyNth = 6;

/**
 * 900 lines of all kinds, none of a source or creator. Platforms and families are those of `lines`, which therefore tell nothing: what
 * all of these have in common is learned of their source and their words.
 */
export function readAnchors(lines: readonly TrainingLine[]): TrainingLine[] {
  return readStarterSet()
    .filter((_, at) => at % everyNth === 0)
    .map(({ text, archetype, emotional_trigger, niche }, at): TrainingLine => {
      const { platform = null, family = null } = lines[at % Math.max(1, lines.length)] ?? {};
      const labels = { archetype, emotional_trigger, niche };
      return {
        id: `anchor_${at}`,
        text,
        tags: [],
        platform,
        family,
        source: null,
        creator: null,
        labels,
        kind: 'anchor',
      };
    });
}

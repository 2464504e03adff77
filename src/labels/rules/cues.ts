// Cues by language, and the labels that usually come with others. Curators edit both in ../words/.
import { lazily } from '../../lib/lazily.ts';
import { oneOf, readWordGroups, readWordList, shareOf, taxonomyId } from '../word-list.ts';
import { type Cue, type CueIndex, compileCue, indexCues, type WordClasses } from './phrase.ts';

const cueLabels = ['archetype', 'emotional_trigger', 'format'] as const;
type CueIndexes = Record<(typeof cueLabels)[number], CueIndex>;

/** The indexes are created for the first line: they take 5 MB and 60 ms, and a process that serves reads needs none. */
export const englishCues = lazily(() => readCues(['english', 'signs']));
/** A line rarely has the words of a cue by accident, so the languages need not be told apart. */
export const otherCues = lazily(() =>
  readCues(['several-languages', 'spanish', 'portuguese', 'french', 'german', 'signs']),
);

/** Cues name them as `@class`. */
export const wordClasses = lazily((): WordClasses => {
  const classes = readWordGroups('labels/words/word-classes.tsv', 'class');
  return { ...classes, roles: (classes.role ?? []).map((role) => `${role}s`) };
});

/** On a tie of weights at the same word, the cue that comes first wins. */
function readCues(languages: readonly string[]): CueIndexes {
  const cues: Record<(typeof cueLabels)[number], Cue[]> = { archetype: [], emotional_trigger: [], format: [] };
  for (const language of languages)
    readWordList(
      `labels/words/cues/${language}.tsv`,
      ['label', 'value', 'weight', 'phrase'],
      ([cell, value, weight, phrase]) => {
        const label = oneOf(cueLabels, cell);
        cues[label].push(compileCue(phrase, taxonomyId(label, value), shareOf(weight), wordClasses()));
      },
    );
  const { archetype, emotional_trigger, format } = cues;
  return {
    archetype: indexCues(archetype),
    emotional_trigger: indexCues(emotional_trigger),
    format: indexCues(format),
  };
}

const usualLabels = lazily(() => {
  const entries = readWordList(
    'labels/words/usual-labels.tsv',
    ['given', 'value', 'label', 'usual'],
    ([first, value, second, usual]) => {
      const given = oneOf(['archetype', 'niche'], first);
      const label = oneOf(['emotional_trigger', 'format'], second);
      return [keyOf(given, taxonomyId(given, value), label), taxonomyId(label, usual)] as const;
    },
  );
  return new Map(entries);
});

/** What usually comes with the `value` of the `given` label, for lines without a cue of their own. */
export function usualLabel(
  label: 'emotional_trigger' | 'format',
  given: 'archetype' | 'niche',
  value: string,
): string | undefined {
  return usualLabels().get(keyOf(given, value, label));
}

function keyOf(given: string, value: string, label: string): string {
  return `${given} ${value} ${label}`;
}

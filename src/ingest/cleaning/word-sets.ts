// Words by what they say about a text, without accents and apostrophes, as foldWords() returns them. Curators edit them in ../words/.
import { functionWords } from '../../labels/language/function-words.ts';
import { readWordGroups } from '../../labels/word-list.ts';
import { lazily } from '../../lib/lazily.ts';

const lists = [
  'dangling',
  'article',
  'preposition',
  'sentence',
  'person',
  'contraction',
  'question',
  'opening',
  'copula',
  'giving',
  'reporting',
  'promised',
  'not_gerund',
  'greeting',
  'asking',
  'request',
  'request_pair',
  'title_kind',
  'production',
  'suspect',
] as const;

/** The comments of cleaning.tsv say what each list is for. */
export const wordSets = lazily((): Readonly<Record<(typeof lists)[number], ReadonlySet<string>>> => {
  const words = readWordGroups('ingest/words/cleaning.tsv', 'list', lists);
  const sets = Object.fromEntries(lists.map((list) => [list, new Set(words[list])])) as Record<
    (typeof lists)[number],
    Set<string>
  >;
  return { ...sets, sentence: new Set([...Object.values(functionWords()).flat(), ...words.sentence]) };
});

/** By the first word of a pair: joining every two words of a text would take longer than all other checks. */
const requestPairs = lazily(() => {
  const seconds = new Map<string, Set<string>>();
  for (const pair of wordSets().request_pair) {
    const [first = '', second = ''] = pair.split(' ');
    seconds.set(first, (seconds.get(first) ?? new Set()).add(second));
  }
  return seconds;
});

/** Whether two words ask for a reaction to the post: `tag someone`. */
export function isRequestPair(word: string, next = ''): boolean {
  const seconds = requestPairs().get(word);
  return seconds !== undefined && (seconds.has(next) || seconds.has(next.replace(/[^\p{L}\p{M}]+$/u, '')));
}

export function beginsRequestPair(word: string): boolean {
  return requestPairs().has(word);
}

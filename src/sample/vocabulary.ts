// Reads the phrase lists of words-*.ts into one vocabulary per niche. No phrases, no grammar.
import { bodyWords } from './words-body.ts';
import { cultureWords } from './words-culture.ts';
import { homeWords } from './words-home.ts';
import { mindWords } from './words-mind.ts';
import { moneyWords } from './words-money.ts';
import { techWords } from './words-tech.ts';

/**
 * What each list holds. A line of a words file is `kind: phrase; phrase`; `|` parts the two halves of a phrase (or a noun
 * from an irregular plural). Phrases address the viewer as "you", and `stat` speaks of "they"; grammar.ts turns them to
 * other persons. `^` marks a later verb that bends with the first one.
 */
export const kinds = {
  topic: 'noun phrase after "about"',
  good: 'verb phrase: a habit worth having',
  bad: 'verb phrase: a habit worth dropping',
  goal: 'verb phrase: something to reach',
  cost: 'gerund or noun after "without"',
  thing: 'noun: something to buy, use and rank',
  vs: 'noun phrase | its rival',
  choice: 'option | other option',
  crowd: 'noun: who the line is for',
  expert: 'noun: who knows',
  person: 'noun after "my"',
  slip: 'clause after "when": a small disaster',
  change: 'past verb phrase | present verb phrase, both after "I"',
  myth: 'clause: a false belief',
  claim: 'clause: a strong opinion',
  future: 'clause with "will"',
  stat: 'plural verb phrase after "people"',
  loss: 'noun phrase after "it costs you"',
  tick: 'clause: a loss that is running',
  event: 'clause or noun after "before"',
  fix: 'clause: a problem | imperative: its fix',
  gift: 'noun after "my": something to give away',
  benefit: 'verb phrase after "this will"',
  tale: 'past clause in the first person',
  quote: 'speech | speaker',
  confess: 'clause in the first person',
  feud: 'noun phrase after "over"',
  task: 'verb phrase: a test',
  absurd: 'verb phrase: something nobody should do',
  demo: 'verb phrase: something to watch',
  trend: 'noun before "trend"',
  record: 'superlative noun phrase after "the"',
  gap: 'clause: an odd fact | its obvious, wrong cause',
  cliff: 'clause after "see": the payoff',
  list: 'plural noun phrase',
  why: 'indirect question',
  ask: 'direct question',
  whatif: 'past clause after "if"',
  past: 'past clause after "remember when"',
  win: 'past clause: a result with a figure',
  switch: 'verb phrase: what many people start doing',
  gross: 'noun phrase after "look at" (not every niche has these)',
} as const;

export type Kind = keyof typeof kinds;
export type Vocabulary = ReadonlyMap<Kind, readonly string[]>;

function readVocabulary(niche: string, block: string): Vocabulary {
  const vocabulary = new Map<Kind, readonly string[]>();
  for (const line of block.trim().split('\n')) {
    const colon = line.indexOf(':');
    const kind = line.slice(0, colon);
    if (!(kind in kinds)) throw new Error(`words of ${niche}: no kind of phrase is called "${kind}"`);
    vocabulary.set(
      kind as Kind,
      line
        .slice(colon + 1)
        .split(';')
        .map((phrase) => phrase.trim()),
    );
  }
  return vocabulary;
}

const blocks = { ...moneyWords, ...techWords, ...bodyWords, ...homeWords, ...mindWords, ...cultureWords };

export const vocabularies: ReadonlyMap<string, Vocabulary> = new Map(
  Object.entries(blocks).map(([niche, block]) => [niche, readVocabulary(niche, block)]),
);

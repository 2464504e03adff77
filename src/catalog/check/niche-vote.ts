// Niche of a draft: the guess from its words and the niches of the nearest hooks, since one ambiguous word misleads a guess.
import type { Guess, LabelGuess } from '../../labels/label.ts';
import { calibrate } from '../../labels/model/calibrate.ts';
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import type { FullHook } from '../record.ts';
import type { DraftLabel } from './check-schema.ts';

type Neighbour = { record: Pick<FullHook, 'niche' | 'labels'>; score: number };

// These constants were chosen on 30 drafts and 3,019 real lines that were not used for training; docs/check.md has the figures.

/** Share of a niche that has neither a guess nor a vote. */
const least = 0.02;
/** Minimum score of a voting hook. Hooks below it share only labels, which may be guesses themselves. */
const minScore = 0.3;
/** Exponent of the scores, so that several distant hooks do not outvote a near one. */
const power = 3;
/** Fitted to 1,354 of these lines: the opening lines. */
const curve = { intercept: 0.3, slope: 0.7, ruled: 0, agree: 0 };
const maxAlternatives = 5;

/**
 * Multiplies the guess of each niche by its votes, which are weighted by the confidence of each hook's label. The method is `similar` if
 * the votes changed the value.
 */
export function combineNiche(guess: LabelGuess, nearest: readonly Neighbour[]): Omit<DraftLabel, 'why'> {
  const votes = new Map<string, number>();
  for (const { record, score } of nearest.filter((one) => one.score >= minScore))
    votes.set(record.niche, (votes.get(record.niche) ?? 0) + (record.labels.niche.confidence ?? 0) * score ** power);
  votes.delete('other');
  if (votes.size === 0) return { ...guess, alternatives: [...guess.alternatives] };
  const guessed = new Map([guess, ...guess.alternatives].map(({ value, confidence }) => [value, confidence]));
  const open = guess.alternatives.reduce((left, { confidence }) => left - confidence, 1);
  guessed.set('other', guess.value === 'other' ? open : 0);
  const weighed = taxonomy.niche.map(({ id }): Guess => {
    const own = Math.max(guessed.get(id) ?? 0, id === 'other' ? 0 : least);
    return { value: id, confidence: own * ((votes.get(id) ?? 0) + least) };
  });
  const total = weighed.reduce((sum, { confidence }) => sum + confidence, 0);
  const [{ value, confidence: weight } = guess, ...others] = weighed.sort((a, b) => b.confidence - a.confidence);
  const probability = weight / total;
  const confidence = value === 'other' ? 0 : calibrate(curve, { probability, ruled: false, agree: false });
  const likely = others.filter((one) => one.value !== 'other').slice(0, maxAlternatives);
  const scale = (1 - confidence) / (total - weight);
  return {
    value,
    confidence,
    method: value === guess.value ? guess.method : 'similar',
    alternatives: likely.map((one) => ({ value: one.value, confidence: one.confidence * scale })),
  };
}

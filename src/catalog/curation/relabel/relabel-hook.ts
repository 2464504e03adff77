// Relabels one hook: decides which of its guessed labels change, and whether a pending hook is published.
import type { Floors } from '../../../config/label-floors.ts';
import type { HookValues } from '../../../db/hook-columns.ts';
import {
  type GuessedLabel,
  guessedLabels,
  isGuess,
  type LabelGuess,
  reachesFloor,
  requiredLabels,
  roundConfidence,
} from '../../../labels/label.ts';
import type { AnsweredGuesses } from '../../../labels/llm/language-model.ts';
import type { inputColumns } from '../../labelling/live-labeller.ts';

export const changedColumns = [
  ...guessedLabels.flatMap((label) => [label, `${label}_method`, `${label}_confidence`] as const),
  'label_method',
  'label_confidence',
] as const;
type ChangedColumn = (typeof changedColumns)[number];
type Labels = Pick<HookValues<Date>, ChangedColumn>;

/** A hook that no curator has edited. `fingerprint` changes with every column that relabelling depends on. */
export type Relabelable = Labels &
  Pick<HookValues<Date>, 'id' | 'text_key' | 'review_reason' | (typeof inputColumns)[number]> & {
    state: 'published' | 'pending';
    fingerprint: string;
  };

/** The hook after relabelling. `state` is `published` if it was published before or is published now. */
export type LabelChange = Labels & Pick<Relabelable, 'id' | 'state' | 'fingerprint'>;

export type Relabelled = {
  /** undefined if the hook stays unchanged. */
  change: LabelChange | undefined;
  /** Whether a label has a confidence below the floor and no other value reaches it. */
  isUncertain: boolean;
};

/** Smaller changes of a confidence do not justify a new version of the hook. */
const confidenceStep = 0.05;

/**
 * Labels from a source or a curator stay. A published hook gets another value only from a guess that reaches the floor, a pending one from
 * every guess. The stored confidence always refers to the stored value. A format below the floor becomes null.
 */
export function relabelHook(hook: Relabelable, guesses: AnsweredGuesses, floors: Floors): Relabelled {
  const next: Labels = labelsOf(hook);
  for (const label of guessedLabels)
    if (isGuessed(hook, label))
      Object.assign(next, toColumns(label, nextLabel(hook, label, guesses[label], floors[label])));
  const guessed = requiredLabels
    .filter((label) => isGuessed(hook, label))
    .map((label) => ({ label, value: next[label], confidence: next[`${label}_confidence`] ?? 0 }));
  const lowest = Math.min(...guessed.map(({ confidence }) => confidence));
  if (guessed.length > 0) Object.assign(next, { label_method: 'rules', label_confidence: lowest });
  const isUncertain = guessed.some((guess) => !reachesFloor(guess, floors[guess.label]));
  const isReady = hook.state === 'pending' && !isUncertain && isOpening(hook, guesses);
  const state = isReady ? 'published' : hook.state;
  const isChanged = isReady || guessedLabels.some((label) => differs(hook, next, label, floors[label]));
  const { id, fingerprint } = hook;
  return { change: isChanged ? { ...next, id, fingerprint, state } : undefined, isUncertain };
}

/** A language model can override the rules on whether a text is an opening line. */
function isOpening({ review_reason: reason }: Relabelable, { isOpening: answer }: AnsweredGuesses): boolean {
  return reason === 'low_confidence' ? answer !== false : reason === 'no_sentence' && answer === true;
}

type Origin = { value: string | null; method: HookValues<Date>['format_method']; confidence: number | null };

/** An unknown format can be guessed. */
function isGuessed(hook: Labels, label: GuessedLabel): boolean {
  const method = hook[`${label}_method`];
  return method === null ? hook[label] === null : isGuess(method);
}

function nextLabel(hook: Relabelable, label: GuessedLabel, guess: LabelGuess, floor: number): Origin {
  if (label === 'format') return reachesFloor(guess, floor) ? guess : { value: null, method: null, confidence: null };
  const value = hook[label];
  if (guess.value === value || reachesFloor(guess, floor) || hook.state === 'pending') return guess;
  // An unlisted value is at most as likely as the last alternative.
  const listed = guess.alternatives.find((alternative) => alternative.value === value) ?? guess.alternatives.at(-1);
  return { value, method: hook[`${label}_method`], confidence: listed?.confidence ?? 0 };
}

function toColumns(label: GuessedLabel, { value, method, confidence }: Origin): Partial<Labels> {
  const rounded = confidence === null ? null : roundConfidence(confidence);
  return { [label]: value, [`${label}_method`]: method, [`${label}_confidence`]: rounded };
}

function labelsOf(hook: Labels): Labels {
  return Object.fromEntries(changedColumns.map((name) => [name, hook[name]])) as Labels;
}

function differs(hook: Labels, next: Labels, label: GuessedLabel, floor: number): boolean {
  if (hook[label] !== next[label]) return true;
  const [before, after] = [hook[`${label}_confidence`] ?? 0, next[`${label}_confidence`] ?? 0];
  return Math.abs(after - before) >= confidenceStep || before >= floor !== after >= floor;
}

// Fills missing labels with guesses. A hook with one below the floor waits in the review queue.
import { splitWords } from '../../catalog/snapshot/vocabulary.ts';
import { type HookValues, labelColumns } from '../../db/hook-columns.ts';
import {
  type GuessedLabel,
  guessedLabels,
  isGuess,
  type LabelMethod,
  requiredLabels,
  roundConfidence,
} from '../../labels/label.ts';
import type { LabelGuesses, Labeller } from '../../labels/labeller.ts';
import { contradictingLanguage } from '../../labels/language/check-language.ts';
import { detectLanguage } from '../../labels/language/language.ts';
import { readLine } from '../../labels/line.ts';
import { slotTemplate } from '../../labels/template.ts';
import type { GivenOrigin, IncomingHook } from '../formats/record.ts';
import type { StagedHook } from './store.ts';

/** A guess with a lower confidence is not published. */
export type Labelling = { labeller: Labeller; floor: number; source: string };

type Origin = Pick<
  HookValues<Date>,
  GuessedLabel | `${GuessedLabel}_method` | `${GuessedLabel}_confidence` | 'label_method' | 'label_confidence'
>;

export function labelHook(incoming: IncomingHook, labelling: Labelling): StagedHook {
  const { language, text } = incoming;
  const contradicting = language === null ? undefined : contradictingLanguage(language, text);
  const hook = contradicting === undefined ? incoming : withoutLanguage(incoming);
  const labels = labelsOf(hook, labelling);
  const needsDecision = Object.keys(hook.unknownLabels).some((field) => field !== 'platform');
  const isUncertain = hasUncertain(hook, labels, labelling.floor);
  const reason = hook.textReason ?? (needsDecision ? 'unknown_label' : isUncertain ? 'low_confidence' : null);
  return {
    ...hook,
    ...labels,
    text_key: hook.textKey,
    video_key: hook.videoKey,
    platform: hook.platform ?? 'Other',
    given_platform: hook.unknownLabels.platform ?? null,
    given_mask: labelColumns.reduce((mask, name, at) => (hook[name] === null ? mask : mask | (1 << at)), 0),
    given_labels: Object.keys(hook.givenLabels).length > 0 ? JSON.stringify(hook.givenLabels) : null,
    review_reason: reason,
    language: hook.language ?? contradicting ?? languageOf(text),
    template: hook.template ?? slotTemplate(text),
    word_count: splitWords(text).length,
    source_family: hook.family,
    is_ready: reason === null,
  };
}

function labelsOf(hook: IncomingHook, { labeller, floor, source }: Labelling): Origin {
  const guesses = guessedLabels.some((label) => hook[label] === null) ? guess(hook, labeller, source) : undefined;
  const labels: Partial<Origin> = {};
  for (const label of guessedLabels) {
    const value = hook[label];
    const found = guesses?.[label];
    if (value !== null || found === undefined) setLabel(labels, label, { value, ...originOf(hook, label) });
    // Unknown is null: only the labels that every hook needs keep an uncertain guess, for the reviewer.
    else if (isRequired(label) || found.confidence >= floor) setLabel(labels, label, found);
    else setLabel(labels, label, { value: null, method: null, confidence: null });
  }
  return { ...(labels as Origin), ...ofAll(labels as Origin) };
}

/** Of a label that the record has. Our own exports tell it. */
function originOf({ labels }: IncomingHook, label: GuessedLabel): GivenOrigin {
  return labels?.[label] ?? { method: labels?.method ?? 'given', confidence: labels?.confidence ?? 1 };
}

/** As merges compute it: catalog/holders/store-origins.ts. */
function ofAll(labels: Origin): Pick<Origin, 'label_method' | 'label_confidence'> {
  const methods = requiredLabels.map((label) => labels[`${label}_method`]);
  const method = methods.some(isGuess) ? 'rules' : methods.includes('curator') ? 'curator' : 'given';
  const confidences = requiredLabels.map((label) => labels[`${label}_confidence`] ?? 1);
  return { label_method: method, label_confidence: Math.min(...confidences) };
}

/** Whether a label that every hook needs is a guess below the floor. A curator's decision in another catalog holds. */
function hasUncertain(hook: IncomingHook, labels: Origin, floor: number): boolean {
  const isDecided = hook.labels?.method === 'curator';
  return requiredLabels.some(
    (label) =>
      isGuess(labels[`${label}_method`]) &&
      (labels[`${label}_confidence`] ?? 0) < floor &&
      !(isDecided && hook[label] !== null),
  );
}

function isRequired(label: GuessedLabel): boolean {
  return requiredLabels.some((required) => required === label);
}

function guess(hook: IncomingHook, labeller: Labeller, source: string): LabelGuesses {
  const { text, hints, platform, creator, duration_seconds: durationSeconds, family } = hook;
  return labeller.guess({ text, hints, platform, creator, durationSeconds, family, source });
}

type Found = {
  value: string | null;
  method: LabelMethod | null;
  confidence: number | null;
};

function setLabel(labels: Partial<Origin>, label: GuessedLabel, { value, method, confidence }: Found): void {
  Object.assign(labels, {
    [label]: value,
    [`${label}_method`]: value === null ? null : method,
    [`${label}_confidence`]: value === null || confidence === null ? null : roundConfidence(confidence),
  });
}

function languageOf(text: string): string {
  return detectLanguage(text, readLine(text).tokens).value;
}

/** A language that the text contradicts counts as not given; only its spelling is kept. */
function withoutLanguage(hook: IncomingHook): IncomingHook {
  return { ...hook, language: null, givenLabels: { language: hook.language ?? '', ...hook.givenLabels } };
}

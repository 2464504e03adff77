// Fills missing labels with guesses. A hook with a guess below the floor is sent to review.
import type { Floors } from '../../config/label-floors.ts';
import type { HookValues } from '../../db/hook-columns.ts';
import {
  type GuessedLabel,
  guessedLabels,
  isGuess,
  type LabelMethod,
  reachesFloor,
  requiredLabels,
  roundConfidence,
} from '../../labels/label.ts';
import type { BestGuesses, Labeller } from '../../labels/labeller.ts';
import { contradictingLanguage, detectLanguage } from '../../labels/language/language.ts';
import { type Line, readLine } from '../../labels/line.ts';
import { slotTemplate } from '../../labels/templates/slots.ts';
import type { GivenOrigin, IncomingHook } from '../formats/record.ts';
import { countWords } from './publish.ts';
import type { StagedHook } from './store.ts';

/** Guesses below these confidences are not published. */
export type Labelling = { labeller: Labeller; floors: Floors; source: string };

type Labels = Pick<
  HookValues<Date>,
  GuessedLabel | `${GuessedLabel}_method` | `${GuessedLabel}_confidence` | 'label_method' | 'label_confidence'
>;

export function labelHook(incoming: IncomingHook, labelling: Labelling): StagedHook {
  const { language, text } = incoming;
  const contradicting = language === null ? undefined : contradictingLanguage(language, text);
  const hook = contradicting === undefined ? incoming : withoutLanguage(incoming);
  const wanted = guessedLabels.filter((label) => hook[label] === null);
  const shown = hook.language ?? contradicting;
  const line = wanted.length > 0 || shown === undefined ? readLine(text) : undefined;
  const labelled = withLabels(hook, line ? guess(hook, line, wanted, labelling) : {}, labelling.floors);
  // A hook with an unknown platform has Other, and needs no review for it.
  const { platform: givenPlatform = null, ...unknownLabels } = hook.unknownLabels;
  const needsDecision = Object.keys(unknownLabels).length > 0;
  const isUncertain = hasUncertain(hook, labelled, labelling.floors);
  // If all labels are given, so is the text, and unknown values of other labels do not matter.
  const hasGivenLabels = labelled.label_method !== 'rules';
  const labelReason = needsDecision ? 'unknown_label' : isUncertain ? 'low_confidence' : null;
  const reason = hook.textReason ?? (hasGivenLabels ? null : labelReason);
  return {
    ...labelled,
    text_key: hook.textKey,
    video_key: hook.videoKey,
    platform: hook.platform ?? 'Other',
    given_platform: givenPlatform,
    given_labels: Object.keys(hook.givenLabels).length > 0 ? JSON.stringify(hook.givenLabels) : null,
    unknown_labels: needsDecision ? JSON.stringify(unknownLabels) : null,
    review_reason: reason,
    language: shown ?? (line ? detectLanguage(text, line.tokens).value : null),
    template: hook.template ?? slotTemplate(text),
    word_count: countWords(text),
    source_family: hook.family,
    is_ready: reason === null,
  };
}

function guess(
  { text, hints, platform, creator, duration_seconds: durationSeconds, family }: IncomingHook,
  line: Line,
  wanted: readonly GuessedLabel[],
  { labeller, source }: Labelling,
): BestGuesses {
  if (wanted.length === 0) return {};
  return labeller.guessBest({ text, line, hints, platform, creator, durationSeconds, family, source }, wanted);
}

/** Written out with only one spread, since it runs for every line of an import and a second spread is slow. */
function withLabels(hook: IncomingHook, guesses: BestGuesses, floors: Floors): IncomingHook & Labels {
  const archetype = labelOf(hook, 'archetype', guesses);
  const emotion = labelOf(hook, 'emotional_trigger', guesses);
  const niche = labelOf(hook, 'niche', guesses);
  // Uncertain guesses become null. Only required labels keep them, for the reviewer.
  const isVague = guesses.format !== undefined && !reachesFloor(guesses.format, floors.format);
  const format = isVague ? unknown : labelOf(hook, 'format', guesses);
  return {
    ...hook,
    archetype: archetype.value ?? 'other',
    archetype_method: archetype.method,
    archetype_confidence: archetype.confidence,
    emotional_trigger: emotion.value ?? 'other',
    emotional_trigger_method: emotion.method,
    emotional_trigger_confidence: emotion.confidence,
    niche: niche.value ?? 'other',
    niche_method: niche.method,
    niche_confidence: niche.confidence,
    format: format.value,
    format_method: format.method,
    format_confidence: format.confidence,
    ...ofAll([archetype, emotion, niche]),
  };
}

type Label = { value: string | null; method: LabelMethod | null; confidence: number | null };
const unknown: Label = { value: null, method: null, confidence: null };

/** The value of the record, else the guess. */
function labelOf(hook: IncomingHook, label: GuessedLabel, guesses: BestGuesses): Label {
  const value = hook[label];
  const found = value === null ? guesses[label] : { value, ...originOf(hook, label) };
  return found === undefined ? unknown : { ...found, confidence: roundConfidence(found.confidence) };
}

/** Origin of a label in the record. Our own exports contain it. */
function originOf({ labels }: IncomingHook, label: GuessedLabel): GivenOrigin {
  return labels?.[label] ?? { method: labels?.method ?? 'given', confidence: labels?.confidence ?? 1 };
}

/** Method and confidence of the required labels together. */
function ofAll(labels: readonly Label[]): Pick<Labels, 'label_method' | 'label_confidence'> {
  const methods = labels.map(({ method }) => method);
  const method = methods.some(isGuess) ? 'rules' : methods.includes('curator') ? 'curator' : 'given';
  return { label_method: method, label_confidence: Math.min(...labels.map(({ confidence }) => confidence ?? 1)) };
}

/** Whether a required label is a guess that cannot be published. A curator's decision in another catalog is accepted. */
function hasUncertain(hook: IncomingHook, labels: Labels, floors: Floors): boolean {
  const isDecided = hook.labels?.method === 'curator';
  return requiredLabels.some(
    (label) =>
      isGuess(labels[`${label}_method`]) &&
      !reachesFloor({ value: labels[label], confidence: labels[`${label}_confidence`] ?? 0 }, floors[label]) &&
      !(isDecided && hook[label] !== null),
  );
}

/** A language that the text contradicts does not count as given; only its spelling is kept. */
function withoutLanguage(hook: IncomingHook): IncomingHook {
  return { ...hook, language: null, givenLabels: { language: hook.language ?? '', ...hook.givenLabels } };
}

// Fills missing labels with the classifier. Hooks below its confidence floor wait in the review queue.
import { splitWords } from '../../catalog/snapshot/vocabulary.ts';
import { labelColumns } from '../../db/hook-columns.ts';
import { classify, confidenceFloor, overallConfidence } from '../../labels/classify.ts';
import { contradictingLanguage } from '../../labels/language/check-language.ts';
import { slotTemplate } from '../../labels/template.ts';
import type { IncomingHook } from '../formats/record.ts';
import type { StagedHook } from './store.ts';

export function labelHook(incoming: IncomingHook): StagedHook {
  const { language, text } = incoming;
  const contradicting = language === null ? undefined : contradictingLanguage(language, text);
  const hook = contradicting === undefined ? incoming : withoutLanguage(incoming);
  const wanted = {
    archetype: hook.archetype === null,
    emotional_trigger: hook.emotional_trigger === null,
    niche: hook.niche === null,
    format: hook.format === null,
    language: hook.language === null && contradicting === undefined,
  };
  const hasAll = !Object.values(wanted).includes(true);
  const given = hook.labels ?? { method: 'given' as const, confidence: 1 };
  const found = hasAll
    ? undefined
    : classify(
        { text: hook.text, hints: hook.hints, platform: hook.platform, durationSeconds: hook.duration_seconds },
        wanted,
      );
  const needsDecision = Object.keys(hook.unknownLabels).some((field) => field !== 'platform');
  const isRuled = wanted.archetype || wanted.emotional_trigger || wanted.niche;
  const confidence = found && isRuled ? overallConfidence(found, wanted) : given.confidence;
  const isUncertain = confidence < confidenceFloor;
  const reason = hook.textReason ?? (needsDecision ? 'unknown_label' : isUncertain ? 'low_confidence' : null);
  return {
    ...hook,
    text_key: hook.textKey,
    video_key: hook.videoKey,
    platform: hook.platform ?? 'Other',
    given_platform: hook.unknownLabels.platform ?? null,
    given_mask: labelColumns.reduce((mask, name, at) => (hook[name] === null ? mask : mask | (1 << at)), 0),
    given_labels: Object.keys(hook.givenLabels).length > 0 ? JSON.stringify(hook.givenLabels) : null,
    review_reason: reason,
    archetype: hook.archetype ?? found?.archetype.value ?? 'other',
    emotional_trigger: hook.emotional_trigger ?? found?.emotionalTrigger.value ?? 'other',
    niche: hook.niche ?? found?.niche.value ?? 'other',
    format: hook.format ?? found?.format.value ?? null,
    language: hook.language ?? contradicting ?? found?.language.value ?? null,
    template: hook.template ?? slotTemplate(hook.text),
    word_count: splitWords(hook.text).length,
    label_method: isRuled ? 'rules' : given.method,
    label_confidence: Math.round(confidence * 1000) / 1000,
    is_ready: reason === null,
  };
}

/** A language that the text contradicts counts as not given; only its spelling is kept. */
function withoutLanguage(hook: IncomingHook): IncomingHook {
  return { ...hook, language: null, givenLabels: { language: hook.language ?? '', ...hook.givenLabels } };
}

// Check of a draft: its labels, the nearest proven hooks, where lines like it stand, and what the most viewed ones have. In memory.
import { type GuessedLabel, type LabelGuess, roundConfidence } from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import { detectLanguage } from '../../labels/language/language.ts';
import { type Line, readLine } from '../../labels/line.ts';
import { slotTemplate } from '../../labels/templates/slot-template.ts';
import type { FullHook } from '../hook.ts';
import { explainLabels } from '../labelling/why.ts';
import type { Similar } from '../similar/similar-hook.ts';
import { type SimilarDeps, similarHooks } from '../similar/similar-hooks.ts';
import type { Catalog } from '../snapshot/live-catalog.ts';
import { recordEnd, recordStart, type Snapshot } from '../snapshot/snapshot.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import type { DraftCheck, DraftLabel, DraftLanguage, ProvenHook } from './check-schema.ts';
import { findEvidence, isSampleOnly, realRows } from './evidence.ts';
import { observe } from './observations.ts';
import { risingOf, standingOf } from './standing.ts';
import { findTopDecile, type TopDecile } from './top-decile.ts';

/** Labels as in the catalog. */
export type Draft = { text: string; platform?: string; niche?: string; language?: string };

export type CheckDeps = { catalog: Catalog; labeller: Labeller; meaning: SimilarDeps['meaning'] };

/** At most `limit` similar hooks. */
export async function checkDraft(
  { catalog, labeller, meaning }: CheckDeps,
  draft: Draft,
  limit: number,
): Promise<DraftCheck> {
  const judgement = judgeDraft(catalog, labeller, draft);
  const { snapshot } = catalog;
  const { value: archetype } = judgement.archetype;
  const rows = realRows(catalog);
  const similar = await similarHooks({ snapshot, meaning }, { text: draft.text, archetype, rows, limit });
  return { ...judgement, similar: similar.map((one) => showProven(snapshot, one)) };
}

/** A niche that is rather wrong than right would compare with hooks of another subject: then figures are of all niches. */
const minNicheConfidence = 0.5;

function judgeDraft(catalog: Catalog, labeller: Labeller, draft: Draft): Omit<DraftCheck, 'similar'> {
  const { snapshot } = catalog;
  const { text, platform = null } = draft;
  const line = readLine(text);
  const labels = labelDraft(catalog, labeller, draft, line);
  const language = languageOf(draft, line);
  const findRows = findEvidence(catalog);
  const archetype = labels.archetype.value;
  const niche = labels.niche.confidence >= minNicheConfidence ? labels.niche.value : null;
  const base = language.value?.split('-')[0] ?? null;
  const top = findTopDecile(snapshot, findRows, { niche, platform, language: base });
  return {
    ...labels,
    language,
    template: slotTemplate(text),
    word_count: splitWords(text).length,
    standing: standingOf(snapshot, findRows, { archetype, niche, platform }),
    rising: risingOf(snapshot, archetype),
    top_decile: top ? showTopDecile(top) : null,
    observations: top ? observe(text, top, base) : [],
    sample_data: isSampleOnly(snapshot),
  };
}

function labelDraft(
  { snapshot }: Catalog,
  labeller: Labeller,
  { text, platform, niche: given }: Draft,
  line: Line,
): Record<GuessedLabel, DraftLabel> {
  const guesses = labeller.guess({ text, line, platform });
  const niche: DraftLabel = given
    ? { value: given, confidence: 1, method: 'given', alternatives: [], why: [] }
    : show(guesses.niche);
  const [archetype, emotion] = [show(guesses.archetype), show(guesses.emotional_trigger)];
  const hook = {
    text,
    raw_text: null,
    creator: null,
    archetype: archetype.value,
    emotional_trigger: emotion.value,
    niche: niche.value,
    labels: { archetype, emotional_trigger: emotion, niche },
  };
  const why = explainLabels(hook, undefined, snapshot, labeller);
  return {
    archetype: { ...archetype, why: why.archetype },
    emotional_trigger: { ...emotion, why: why.emotional_trigger },
    niche: { ...niche, why: why.niche },
    format: show(guesses.format),
  };
}

function show({ value, confidence, method, alternatives }: LabelGuess): DraftLabel {
  return {
    value,
    confidence: roundConfidence(confidence),
    method,
    alternatives: alternatives.map((one) => ({ value: one.value, confidence: roundConfidence(one.confidence) })),
    why: [],
  };
}

/** As imports detect it. */
function languageOf({ text, language }: Draft, { tokens }: Line): DraftLanguage {
  if (language !== undefined) return { value: language, confidence: 1, method: 'given' };
  const { value, confidence } = detectLanguage(text, tokens);
  return { value: value === 'und' ? null : value, confidence: roundConfidence(confidence), method: 'detected' };
}

function showTopDecile({ scope, n, all, minViews }: TopDecile): NonNullable<DraftCheck['top_decile']> {
  return { ...scope, n, all, min_views: minViews };
}

/** The link is shown on every plan: views without it would be a claim. */
function showProven(snapshot: Snapshot, { row, score, why }: Similar): ProvenHook {
  const record = snapshot.records.toString('utf8', recordStart(snapshot, row), recordEnd(snapshot, row));
  const { id, text, views, platform, archetype, emotional_trigger, niche, source_url }: FullHook = JSON.parse(record);
  const hook = { id, text, views, platform, archetype, emotional_trigger, niche };
  return { ...hook, source_url, similarity: { score, why } };
}

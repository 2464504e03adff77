// Check of a draft: its labels, the nearest proven hooks, where lines like it stand, and what the most viewed ones have. In memory.
import {
  type GuessedLabel,
  isGuess,
  type LabelGuess,
  type RequiredLabel,
  requiredLabels,
  roundConfidence,
} from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import { detectLanguage } from '../../labels/language/language.ts';
import { type Line, readLine } from '../../labels/line.ts';
import { slotTemplate } from '../../labels/templates/slots.ts';
import { explainGuess } from '../../labels/why.ts';
import { textKey } from '../../lib/text.ts';
import type { Catalog } from '../live-catalog.ts';
import type { FullHook } from '../record.ts';
import type { Similar } from '../similar/similar-hook.ts';
import { type SimilarDeps, similarHooks } from '../similar/similar-hooks.ts';
import { hashTextGroup } from '../snapshot/groups.ts';
import { readText } from '../snapshot/record-text.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { fullRecord } from '../summary.ts';
import type { DraftCheck, DraftLabel, DraftLanguage, ProvenHook } from './check-schema.ts';
import { findTopDecile, observationsOf, type TopDecile } from './observations.ts';
import { findEvidence, isSampleOnly, realRows, risingOf, standingOf } from './standing.ts';

/** Labels as in the catalog. */
export type Draft = { text: string; platform?: string; niche?: string; language?: string };

export type CheckDeps = { catalog: Catalog; labeller: Labeller; meaning: SimilarDeps['meaning'] };

/** A niche that is rather wrong than right would compare with hooks of another subject: then figures are of all niches. */
const minNicheConfidence = 0.5;

const maxSimilar = 10;

export async function checkDraft(deps: CheckDeps, draft: Draft): Promise<DraftCheck> {
  const { catalog, labeller, meaning } = deps;
  const { snapshot } = catalog;
  const { text, platform = null } = draft;
  const line = readLine(text);
  const guessed = labelDraft(labeller, draft, line);
  const published = findPublished(catalog, text);
  const labels = published ? labelsOf(published, guessed) : guessed;
  const language = languageOf(draft, line);
  const archetype = labels.archetype.value;
  const niche = labels.niche.confidence >= minNicheConfidence ? labels.niche.value : null;
  const found = await similarHooks(
    { snapshot, labeller, meaning },
    { text, labels: { archetype, niche, language: language.value }, rows: realRows(catalog), limit: maxSimilar },
  );
  const similar = found.map((one) => ({ ...one, record: fullRecord(snapshot, one.row) }));
  const findRows = findEvidence(catalog);
  const base = language.value?.split('-')[0] ?? null;
  const top = findTopDecile(snapshot, findRows, { niche, platform, language: base });
  return {
    ...(published ? labels : withSimilarLines(labels, similar)),
    published: published?.id ?? null,
    language,
    template: slotTemplate(text),
    word_count: splitWords(text).length,
    similar: similar.map(showProven),
    standing: standingOf(snapshot, findRows, { archetype, niche, platform }),
    rising: risingOf(snapshot, archetype),
    top_decile: top ? showTopDecile(top) : null,
    observations: top ? observationsOf(text, top, base) : [],
    sample_data: isSampleOnly(snapshot),
  };
}

/** As imports detect it. */
function languageOf({ text, language }: Draft, { tokens }: Line): DraftLanguage {
  if (language !== undefined) return { value: language, confidence: 1, method: 'given' };
  const { value, confidence } = detectLanguage(text, tokens);
  return { value: value === 'und' ? null : value, confidence: roundConfidence(confidence), method: 'detected' };
}

/** The link is shown on every plan: views without it would be a claim. */
function showProven({ record, row: _, ...similarity }: Similar & { record: FullHook }): ProvenHook {
  const { id, text, views, platform, archetype, emotional_trigger, niche, source_url } = record;
  const hook = { id, text, views, platform, archetype, emotional_trigger, niche };
  return { ...hook, source_url, similarity };
}

function showTopDecile({ scope, n, all, minViews }: TopDecile): NonNullable<DraftCheck['top_decile']> {
  return { ...scope, n, all, min_views: minViews };
}

// Labels of a draft, each with what it was read from.

type DraftLabels = Record<GuessedLabel, DraftLabel>;
type LabelledDraft = { text: string; platform?: string; niche?: string };
type SimilarRecord = { record: FullHook; score: number };

const maxLines = 3;

/** A given niche is taken as it is. Reasons are words of the text, and what follows from them. */
function labelDraft(labeller: Labeller, { text, platform, niche: given }: LabelledDraft, line: Line): DraftLabels {
  const guesses = labeller.guess({ text, line, platform });
  const niche: DraftLabel = given
    ? { value: given, confidence: 1, method: 'given', alternatives: [], why: [] }
    : show(guesses.niche);
  const [archetype, emotion] = [show(guesses.archetype), show(guesses.emotional_trigger)];
  const labels = { archetype, emotional_trigger: emotion, niche };
  const values = { archetype: archetype.value, emotional_trigger: emotion.value, niche: niche.value };
  const hook = { text, raw_text: null, creator: null, ...values };
  const explained = (label: RequiredLabel): DraftLabel => ({
    ...labels[label],
    why: explainGuess(label, hook, labels[label].method, labeller.creatorOf),
  });
  return {
    archetype: explained('archetype'),
    emotional_trigger: explained('emotional_trigger'),
    niche: explained('niche'),
    format: show(guesses.format),
  };
}

/** Adds to guesses of a model the similar hooks that have the label from a source or a curator, as such lines taught it. */
function withSimilarLines(labels: DraftLabels, similar: readonly SimilarRecord[]): DraftLabels {
  const extended = requiredLabels.map((label) => {
    const { value, method, why } = labels[label];
    const isExample = ({ record }: SimilarRecord) => record[label] === value && !isGuess(record.labels[label].method);
    const examples = method === 'model' ? similar.filter(isExample).slice(0, maxLines) : [];
    const lines = examples.map(({ record: { id, text }, score }) => ({
      kind: 'line' as const,
      id,
      text,
      similarity: score,
    }));
    return [label, { ...labels[label], why: [...why, ...lines] }] as const;
  });
  return { ...labels, ...Object.fromEntries(extended) };
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

// The published hook with the words of a draft: its labels are known, so they are not guessed.

/** The most viewed of several. Beside real hooks the starter set is no evidence. */
function findPublished(catalog: Catalog, text: string): FullHook | undefined {
  const { snapshot } = catalog;
  const group = textKey(text).slice(0, 16);
  const hash = hashTextGroup(group);
  const real = realRows(catalog);
  for (let row = snapshot.textHashes.indexOf(hash); row >= 0; row = snapshot.textHashes.indexOf(hash, row + 1))
    if (readText(snapshot, row, 'text_group') === group && (!real || snapshot.isSample[row] === 0))
      return fullRecord(snapshot, row);
  return undefined;
}

/** What the request gives is kept. */
function labelsOf({ id, text, labels, ...values }: FullHook, guessed: DraftLabels): DraftLabels {
  const known = (name: keyof DraftLabels): DraftLabel => {
    const [value, { method, confidence }] = [values[name], labels[name]];
    if (value === null || method === null || confidence === null || guessed[name].method === 'given')
      return guessed[name];
    return { value, confidence, method, alternatives: [], why: [{ kind: 'line', id, text, similarity: 1 }] };
  };
  return {
    archetype: known('archetype'),
    emotional_trigger: known('emotional_trigger'),
    niche: known('niche'),
    format: known('format'),
  };
}

// Checks a draft: returns a verdict, similar proven hooks, traits of the most viewed hooks, the draft's labels, and the views of comparable
// hooks. Reads the catalog in memory.
import {
  type GuessedLabel,
  guessedLabels,
  isGuess,
  type LabelGuess,
  type RequiredLabel,
  requiredLabels,
  roundConfidence,
} from '../../labels/label.ts';
import type { LabelGuesses, Labeller } from '../../labels/labeller.ts';
import { detectLanguage } from '../../labels/language/language.ts';
import { type Line, readLine } from '../../labels/line.ts';
import { slotTemplate } from '../../labels/templates/slots.ts';
import { explainGuess } from '../../labels/why.ts';
import { textKey } from '../../lib/text.ts';
import type { Catalog } from '../live-catalog.ts';
import type { FullHook } from '../record.ts';
import { type SimilarDeps, similarHooks } from '../similar/similar-hooks.ts';
import type { Similar } from '../similar/similarity.ts';
import { hashTextGroup } from '../snapshot/groups.ts';
import { readText } from '../snapshot/record-text.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { fullRecord } from '../summary.ts';
import type { DraftCheck, DraftLabel, DraftLanguage, ProvenHook } from './check-schema.ts';
import { combineNiche } from './niche-vote.ts';
import { findTopDecile, observationsOf, type TopDecile } from './observations.ts';
import { comparedRows, findEvidence, isSampleOnly, realRows, risingOf, standingOf } from './standing.ts';
import { verdictOf } from './verdict.ts';

/** Labels use the catalog's values. */
export type Draft = { text: string; platform?: string; niche?: string; language?: string };

export type CheckDeps = { catalog: Catalog; labeller: Labeller; meaning: SimilarDeps['meaning'] };

/** A niche that is more likely wrong than right would compare unrelated hooks, so below this confidence figures cover all niches. */
const minNicheConfidence = 0.5;

const maxSimilar = 10;
const maxObservations = 3;

export async function checkDraft(deps: CheckDeps, draft: Draft): Promise<DraftCheck> {
  const { catalog, labeller, meaning } = deps;
  const { snapshot } = catalog;
  const { text, platform = null } = draft;
  const line = readLine(text);
  const guesses = labeller.guess({ text, line, platform });
  const language = languageOf(draft, line);
  const published = findPublished(catalog, text);
  const archetype = published?.archetype ?? guesses.archetype.value;
  const likely = guesses.niche.confidence >= minNicheConfidence ? guesses.niche.value : null;
  const known = draft.niche ?? published?.niche ?? likely;
  const found = await similarHooks(
    { snapshot, labeller, meaning },
    {
      text,
      labels: { archetype, niche: known, language: language.value },
      rows: comparedRows(catalog),
      limit: maxSimilar,
    },
  );
  const similar = found.map((one) => ({ ...one, record: fullRecord(snapshot, one.row) }));
  const guessed = labelDraft(labeller, draft, guesses, similar);
  const labels = published ? labelsOf(published, guessed) : guessed;
  const niche = labels.niche.confidence >= minNicheConfidence ? labels.niche.value : null;
  const findRows = findEvidence(catalog);
  const standing = standingOf(snapshot, findRows, { archetype, niche, platform });
  const isSample = isSampleOnly(snapshot);
  const base = language.value?.split('-')[0] ?? null;
  const top = findTopDecile(snapshot, findRows, { niche, platform, language: base });
  const compared = top ? observationsOf(text, top, base) : [];
  return {
    verdict: verdictOf({ words: splitWords(text).length, archetype: labels.archetype, niche, standing, isSample }),
    similar: similar.map(showProven),
    observations: compared.filter(({ is_significant }) => is_significant).slice(0, maxObservations),
    ...labels,
    published: published?.id ?? null,
    language,
    template: slotTemplate(text),
    word_count: splitWords(text).length,
    standing,
    rising: risingOf(snapshot, archetype),
    top_decile: top ? showTopDecile(top) : null,
    compared,
    sample_data: isSample,
  };
}

/** Detects the language in the same way as imports. */
function languageOf({ text, language }: Draft, { tokens }: Line): DraftLanguage {
  if (language !== undefined) return { value: language, confidence: 1, method: 'given' };
  const { value, confidence } = detectLanguage(text, tokens);
  return { value: value === 'und' ? null : value, confidence: roundConfidence(confidence), method: 'detected' };
}

/** Shows the link on every plan, since views without a source cannot be verified. */
function showProven({ record, row: _, ...similarity }: Similar & { record: FullHook }): ProvenHook {
  const { id, text, views, platform, archetype, emotional_trigger, niche, source_url } = record;
  const hook = { id, text, views, platform, archetype, emotional_trigger, niche };
  return { ...hook, source_url, similarity };
}

function showTopDecile({ scope, n, all, minViews }: TopDecile): NonNullable<DraftCheck['top_decile']> {
  return { ...scope, n, all, min_views: minViews };
}

// Labels of a draft, each with its reasons.

type DraftLabels = Record<GuessedLabel, DraftLabel>;
type SimilarRecord = { record: FullHook; score: number };

const maxLines = 3;

/** Keeps a given niche. Reasons are words of the text and what the rules infer from them. */
function labelDraft(
  labeller: Labeller,
  { text, niche: given }: Draft,
  guesses: LabelGuesses,
  similar: SimilarRecord[],
) {
  const labels: DraftLabels = {
    archetype: show(guesses.archetype),
    emotional_trigger: show(guesses.emotional_trigger),
    niche: given
      ? { value: given, confidence: 1, method: 'given', alternatives: [], why: [] }
      : show(combineNiche(guesses.niche, similar)),
    format: show(guesses.format),
  };
  const values = Object.fromEntries(requiredLabels.map((label) => [label, labels[label].value]));
  const hook = { text, raw_text: null, creator: null, ...(values as Record<RequiredLabel, string>) };
  for (const label of requiredLabels) {
    const { value, method } = labels[label];
    const isOfLines = method === 'model' || method === 'similar';
    const why = explainGuess(label, hook, method === 'similar' ? 'model' : method, labeller.creatorOf);
    labels[label].why = isOfLines ? [...why, ...examplesOf(label, value, similar)] : why;
  }
  return labels;
}

/** Returns similar hooks whose label comes from a source or a curator, since models learn from such hooks. */
function examplesOf(label: RequiredLabel, value: string, similar: readonly SimilarRecord[]): DraftLabel['why'] {
  return similar
    .filter(({ record }) => record[label] === value && !isGuess(record.labels[label].method))
    .slice(0, maxLines)
    .map(({ record: { id, text }, score }) => ({ kind: 'line', id, text, similarity: score }));
}

function show({ value, confidence, method, alternatives }: LabelGuess | Omit<DraftLabel, 'why'>): DraftLabel {
  return {
    value,
    confidence: roundConfidence(confidence),
    method,
    alternatives: alternatives.map((one) => ({ value: one.value, confidence: roundConfidence(one.confidence) })),
    why: [],
  };
}

// The published hook with the same words as the draft: its labels are known, so they are not guessed.

/** Returns the most viewed match. Skips sample hooks in a catalog that also has real ones. */
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

/** Keeps the labels that the request contains. */
function labelsOf({ id, text, labels, ...values }: FullHook, guessed: DraftLabels): DraftLabels {
  const known = (name: keyof DraftLabels): DraftLabel => {
    const [value, { method, confidence }] = [values[name], labels[name]];
    if (value === null || method === null || confidence === null || guessed[name].method === 'given')
      return guessed[name];
    return { value, confidence, method, alternatives: [], why: [{ kind: 'line', id, text, similarity: 1 }] };
  };
  return Object.fromEntries(guessedLabels.map((name) => [name, known(name)])) as DraftLabels;
}

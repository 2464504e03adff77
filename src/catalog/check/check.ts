// Check of a draft: its labels, the nearest proven hooks, where lines like it stand, and what the most viewed ones have. In memory.
import { roundConfidence } from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import { detectLanguage } from '../../labels/language/language.ts';
import { type Line, readLine } from '../../labels/line.ts';
import { slotTemplate } from '../../labels/templates/slot-template.ts';
import type { FullHook } from '../hook.ts';
import type { Similar } from '../similar/similar-hook.ts';
import { type SimilarDeps, similarHooks } from '../similar/similar-hooks.ts';
import type { Catalog } from '../snapshot/live-catalog.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { fullRecord } from '../summary.ts';
import type { DraftCheck, DraftLanguage, ProvenHook } from './check-schema.ts';
import { labelDraft, withSimilarLines } from './draft-labels.ts';
import { findEvidence, isSampleOnly, realRows } from './evidence.ts';
import { observationsOf } from './observations.ts';
import { findPublished, labelsOf } from './published.ts';
import { risingOf, standingOf } from './standing.ts';
import { findTopDecile, type TopDecile } from './top-decile.ts';

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
    { snapshot, meaning },
    { text, archetype, rows: realRows(catalog), limit: maxSimilar },
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
function showProven({ record, score, why }: Similar & { record: FullHook }): ProvenHook {
  const { id, text, views, platform, archetype, emotional_trigger, niche, source_url } = record;
  const hook = { id, text, views, platform, archetype, emotional_trigger, niche };
  return { ...hook, source_url, similarity: { score, why } };
}

function showTopDecile({ scope, n, all, minViews }: TopDecile): NonNullable<DraftCheck['top_decile']> {
  return { ...scope, n, all, min_views: minViews };
}

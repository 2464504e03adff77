// Report on labels: agreement with curators, reliability of confidences, models, and the pending hooks whose decision would teach most.
import type { Floors } from '../../../config/label-floors.ts';
import type { Database } from '../../../db/database.ts';
import { guessedLabels, isGuess, labelMethods, sourceFamilies } from '../../../labels/label.ts';
import { versionedName } from '../../../labels/llm/question.ts';
import { countValues } from '../../search/facets.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { countAgreement, monthOf, selectStop } from '../llm/store.ts';
import { newLinesPerTraining } from '../training/actions.ts';
import { countDecisionsAfter } from '../training/store.ts';
import {
  type LabelsReport,
  type LanguageModelReport,
  type ReportedModel,
  reliabilityOf,
  round,
  type Tally,
  type TeachingHook,
} from './report-schema.ts';
import {
  countPending,
  type DecisionCounts,
  type ModelRow,
  type PendingHook,
  type SourceCounts,
  selectBins,
  selectConfusions,
  selectDecisionCounts,
  selectLeastCertain,
  selectLlmMonth,
  selectModels,
  selectOutcomes,
  selectSourceCounts,
  selectWaitingHooks,
} from './store-report.ts';

const maxSources = 20;
const maxConfusions = 20;
const maxModels = 10;
const maxTeaching = 20;
const weeks = 12;
const weekMs = 7 * 24 * 3_600_000;
/** Above this share, `other` is reported as high. */
const maxOther = 0.05;

export type ReportDeps = {
  db: Database;
  catalog: () => { snapshot: Snapshot };
  config: { labelFloors: Floors; llm?: { model: string; budget: number | null } | undefined };
};

export async function readLabelsReport(deps: ReportDeps, now = new Date()): Promise<LabelsReport> {
  const { db, catalog, config } = deps;
  const [counts, sources, bins, confusions, models, waiting, outcomes] = await Promise.all([
    selectDecisionCounts(db),
    selectSourceCounts(db, maxSources),
    selectBins(db),
    selectConfusions(db, maxConfusions),
    selectModels(db, maxModels),
    countPending(db),
    selectOutcomes(db, config.labelFloors),
  ]);
  const active = models.find(({ state }) => state === 'active');
  return {
    at: now.toISOString(),
    floors: config.labelFloors,
    outcomes,
    agreement: agreementOf(counts, sources, now),
    reliability: reliabilityOf(bins),
    confusions,
    models: {
      active: active ? toModel(active) : null,
      recent: models.slice(0, maxModels).map(toModel),
      new_decisions: await countDecisionsAfter(db, models[0]?.last_decision ?? 0),
      decisions_per_training: newLinesPerTraining,
    },
    language_model: await readLanguageModel(deps, now),
    waiting: { low_confidence: waiting },
    published_other: publishedOther(catalog().snapshot),
    teaching: await readTeaching(db, active),
  };
}

function agreementOf(
  counts: readonly DecisionCounts[],
  sources: readonly SourceCounts[],
  now: Date,
): LabelsReport['agreement'] {
  const guesses = counts.filter(({ method }) => isGuess(method));
  const of = (select: (row: DecisionCounts) => boolean) => tallyOf(guesses.filter(select));
  const isUsed = ({ decisions }: Tally) => decisions > 0;
  const methods = labelMethods.filter((method) => method !== 'curator');
  return {
    ...tallyOf(guesses),
    labels: guessedLabels.map((label) => ({ label, ...of((row) => row.label === label) })).filter(isUsed),
    methods: guessedLabels
      .flatMap((label) => methods.map((method) => ({ label, method })))
      .map((group) => ({
        ...group,
        ...tallyOf(counts.filter((row) => row.label === group.label && row.method === group.method)),
      }))
      .filter(isUsed),
    sources: sources.map(({ source, given, given_agreed, ...guessed }) => ({
      source,
      ...tallyOf([guessed]),
      given: tallyOf([{ decisions: given, agreed: given_agreed }]),
    })),
    families: [...sourceFamilies, null]
      .map((family) => ({ family, ...of((row) => row.source_family === family) }))
      .filter(isUsed),
    weeks: lastWeeks(now).map((week) => ({ week, ...of((row) => row.week === week) })),
  };
}

function tallyOf(rows: readonly { decisions: number; agreed: number }[]): Tally {
  const decisions = rows.reduce((sum, row) => sum + row.decisions, 0);
  const agreed = rows.reduce((sum, row) => sum + row.agreed, 0);
  return { decisions, agreed, share: decisions === 0 ? null : round(agreed / decisions) };
}

/** Returns Mondays in UTC, oldest first. */
function lastWeeks(now: Date): string[] {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return Array.from({ length: weeks }, (_, at) =>
    new Date(day.getTime() - (weeks - 1 - at) * weekMs).toISOString().slice(0, 10),
  );
}

function toModel({ version, state, created_at, lines, scores }: ModelRow): ReportedModel {
  return { version, state, created_at: created_at.toISOString(), lines, scores };
}

async function readLanguageModel({ db, config: { llm } }: ReportDeps, now: Date): Promise<LanguageModelReport | null> {
  const month = monthOf(now);
  const used = await selectLlmMonth(db, month);
  if (!llm && used.length === 0) return null;
  const name = llm && versionedName(llm.model);
  const stop = name === undefined ? undefined : await selectStop(db, name);
  const sumOf = (field: 'calls' | 'faults' | 'input_tokens' | 'output_tokens') =>
    used.reduce((sum, row) => sum + row[field], 0);
  return {
    model: llm?.model ?? null,
    month,
    calls: sumOf('calls'),
    faults: sumOf('faults'),
    input_tokens: sumOf('input_tokens'),
    output_tokens: sumOf('output_tokens'),
    budget: llm?.budget ?? null,
    agreement: tallyOf(name === undefined ? [] : await countAgreement(db, name)),
    stop: stop && stop.resume_at > now ? { reason: stop.reason, resume_at: stop.resume_at.toISOString() } : null,
  };
}

/** Counts in memory, since the database would read every hook. */
function publishedOther(snapshot: Snapshot): LabelsReport['published_other'] {
  return guessedLabels.map((label) => {
    const values = countValues(snapshot, label);
    const labelled = Object.values(values).reduce((sum, hooks) => sum + hooks, 0);
    const hooks = values.other ?? 0;
    const share = labelled === 0 ? 0 : hooks / labelled;
    return { label, hooks, share: round(share), is_high: share > maxOther };
  });
}

/** Returns the hooks that the active model is least certain of and that represent many others; without any, the least certain hooks. */
async function readTeaching(db: Database, active: ModelRow | undefined): Promise<TeachingHook[]> {
  const listed = await selectWaitingHooks(db, active?.teaching ?? [], maxTeaching);
  const hooks = listed.length > 0 ? listed : await selectLeastCertain(db, maxTeaching);
  return hooks.map(toTeachingHook);
}

function toTeachingHook(hook: PendingHook): TeachingHook {
  const { id, text, source } = hook;
  const guesses: TeachingHook['guesses'] = {};
  for (const label of guessedLabels) {
    const [value, method, confidence] = [hook[label], hook[`${label}_method`], hook[`${label}_confidence`]];
    if (value && confidence !== null && isGuess(method)) guesses[label] = { value, method, confidence };
  }
  return { id: `hook_${id}`, text, source, guesses };
}

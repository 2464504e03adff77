// Schema of the report on labels: how often guesses were right, how reliable their confidences are, and what would improve them.

import { z } from 'zod';
import {
  type GuessedLabel,
  guessedLabels,
  labelMethods,
  type SourceFamily,
  sourceFamilies,
} from '../../../labels/label.ts';

// Reliability of confidences: decided guesses in ten bins of confidence, and the expected calibration error.

/** Decided guesses of a bin of confidence, from 0 (0–0.1) to 9 (0.9–1, both included). `confidence` is their sum. */
export type BinRow = {
  label: GuessedLabel;
  source_family: SourceFamily | null;
  bin: number;
  decisions: number;
  confirmed: number;
  confidence: number;
};

const bins = 10;

/** Returns figures for all labels together and for each label, over all sources and by family. Groups without decisions are left out. */
export function reliabilityOf(rows: readonly BinRow[]): Reliability[] {
  return [null, ...guessedLabels]
    .flatMap((label) => [null, ...sourceFamilies].map((family) => ({ label, family })))
    .map(({ label, family }) => {
      const isIncluded = (row: BinRow) =>
        (label === null || row.label === label) && (family === null || row.source_family === family);
      return { label, family, ...summarise(rows.filter(isIncluded)) };
    })
    .filter(({ decisions }) => decisions > 0);
}

function summarise(rows: readonly BinRow[]): Pick<Reliability, 'decisions' | 'calibration_error' | 'bins'> {
  const summed = Array.from({ length: bins }, (_, bin) => {
    const own = rows.filter((row) => row.bin === bin);
    const sumOf = (field: 'decisions' | 'confirmed' | 'confidence') => own.reduce((sum, row) => sum + row[field], 0);
    return { bin, decisions: sumOf('decisions'), confirmed: sumOf('confirmed'), confidence: sumOf('confidence') };
  });
  const decisions = summed.reduce((sum, bin) => sum + bin.decisions, 0);
  const distance = summed.reduce((sum, { confirmed, confidence }) => sum + Math.abs(confirmed - confidence), 0);
  return {
    decisions,
    calibration_error: decisions === 0 ? null : round(distance / decisions),
    bins: summed.map(({ bin, decisions, confirmed, confidence }) => ({
      from: bin / bins,
      to: (bin + 1) / bins,
      decisions,
      confirmed,
      mean_confidence: decisions === 0 ? null : round(Math.min(1, confidence / decisions)),
    })),
  };
}

/** Removes meaningless digits of floating-point sums. */
export function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

const count = z.number().int();
const share = z.number().min(0).max(1);
const label = z.enum(guessedLabels);
const family = z.enum(sourceFamilies).nullable();

/** `share` is null without decisions. */
const tallyFields = { decisions: count, agreed: count, share: share.nullable() };
const tally = z.object(tallyFields);
export type Tally = z.infer<typeof tally>;

const agreementSchema = z
  .object({
    ...tallyFields,
    labels: z.array(z.object({ label, ...tallyFields })),
    methods: z.array(z.object({ label, method: z.enum(labelMethods), ...tallyFields })).meta({
      description: '`given` shows how often sources were right about labels that a curator set',
    }),
    sources: z
      .array(z.object({ source: z.string(), ...tallyFields, given: tally }))
      .meta({ description: 'The 20 sources with the most decisions. `given`: labels from the source itself' }),
    families: z.array(z.object({ family, ...tallyFields })),
    weeks: z
      .array(z.object({ week: z.iso.date(), ...tallyFields }))
      .meta({ description: 'The last 12 weeks, oldest first, each by its Monday (UTC)' }),
  })
  .meta({ id: 'LabelAgreement', description: 'How often curators agreed with guesses' });

const reliabilitySchema = z
  .object({
    label: label.nullable().meta({ description: 'null: all labels' }),
    family: family.meta({ description: 'null: all sources' }),
    decisions: count,
    calibration_error: share.nullable().meta({
      description: 'Mean difference between confidence and share of confirmed guesses, weighted by decisions',
    }),
    bins: z.array(
      z.object({
        from: share,
        to: share,
        decisions: count,
        confirmed: count,
        mean_confidence: share.nullable(),
      }),
    ),
  })
  .meta({ id: 'LabelReliability', description: 'How many guesses were confirmed, by confidence' });
type Reliability = z.infer<typeof reliabilitySchema>;

const modelSchema = z
  .object({
    version: count,
    state: z.enum(['active', 'former', 'refused']),
    created_at: z.iso.datetime(),
    lines: count.meta({ description: 'Lines of its training' }),
    scores: z.record(z.string(), z.unknown()).meta({ description: 'Scores of its cross-validation' }),
  })
  .meta({ id: 'LabelModel', description: 'A model of labels; `refused`: it scored worse than the active one' });
export type ReportedModel = z.infer<typeof modelSchema>;

const guess = z.object({ value: z.string(), method: z.enum(labelMethods), confidence: share });
const teachingHookSchema = z.object({
  id: z.string(),
  text: z.string(),
  source: z.string(),
  guesses: z.partialRecord(label, guess).meta({ description: 'Labels that are guesses' }),
});
export type TeachingHook = z.infer<typeof teachingHookSchema>;

const languageModelSchema = z.object({
  model: z.string().nullable().meta({ description: 'null if none is configured now' }),
  month: z.iso.date(),
  calls: count,
  faults: count,
  input_tokens: count,
  output_tokens: count,
  budget: count.nullable().meta({ description: 'Tokens a month' }),
  agreement: tally.meta({ description: 'Agreement on decisions about texts that it labelled' }),
  stop: z
    .object({ reason: z.string(), resume_at: z.iso.datetime() })
    .nullable()
    .meta({ description: 'Reason for the current stop' }),
});
export type LanguageModelReport = z.infer<typeof languageModelSchema>;

const outcomeSchema = z.object({
  floor: share.nullable().meta({ description: 'For all labels; null: the current floors' }),
  hooks: count,
  published: count,
  right: share
    .nullable()
    .meta({ description: 'The share of published guesses expected to be right, by their confidences' }),
});
export type Outcome = z.infer<typeof outcomeSchema>;

export const labelsReportSchema = z
  .object({
    at: z.iso.datetime(),
    floors: z
      .object({ archetype: share, emotional_trigger: share, niche: share, format: share })
      .meta({ description: 'Guesses below this confidence are not published' }),
    outcomes: z.array(outcomeSchema).meta({
      description:
        'How many of the newest 20,000 hooks with guesses are published by the current floors, and by one floor for all labels',
    }),
    agreement: agreementSchema,
    reliability: z.array(reliabilitySchema),
    confusions: z
      .array(z.object({ label, guessed: z.string(), decided: z.string(), hooks: count }))
      .meta({ description: 'The 20 most frequent wrong guesses' }),
    models: z.object({
      active: modelSchema.nullable().meta({ description: 'null: the shipped model' }),
      recent: z.array(modelSchema).meta({ description: 'The last 10 models, newest first' }),
      new_decisions: count.meta({ description: 'Decisions since the newest model' }),
      decisions_per_training: count.meta({ description: 'New decisions that start a training. Imports start one too' }),
    }),
    language_model: languageModelSchema
      .nullable()
      .meta({ description: 'null: not configured and not used this month' }),
    waiting: z.object({
      low_confidence: count.meta({ description: 'Hooks pending because a guess is below its floor' }),
    }),
    published_other: z
      .array(z.object({ label, hooks: count, share, is_high: z.boolean() }))
      .meta({ description: 'Published hooks with the value `other`. High: above 5 %' }),
    teaching: z
      .array(teachingHookSchema)
      .meta({ description: 'Up to 20 pending hooks whose decision would help most, most helpful first' }),
  })
  .meta({ id: 'LabelsReport', description: 'Accuracy of the labels' });
export type LabelsReport = z.infer<typeof labelsReportSchema>;

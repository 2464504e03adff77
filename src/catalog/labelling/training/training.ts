// Training of the labeller: when there is enough to learn, and what came of it.
import { z } from 'zod';

/** A training starts after so many labels decided by curators, or hooks with given labels, that the last one did not know. */
export const newLinesPerTraining = 25;

/** `skipped`: there was nothing new to learn. */
export type TrainingOutcome =
  | { state: 'skipped' }
  | { state: 'active' | 'refused'; version: number; lines: number; tookMs: number };

export const trainingReportSchema = z
  .object({
    state: z.enum(['active', 'refused', 'running']).meta({
      description:
        '`active`: the new model is used. `refused`: it guesses worse than the one in use, which stays. `running`: not finished yet; `GET /operator/labels/report` will list it',
    }),
    version: z.number().int().nullable().meta({ description: 'Of the new model; null while it is trained' }),
    lines: z.number().int().nullable().meta({ description: 'Labelled hooks that it was trained on' }),
    scores: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'How it was compared with the model in use' }),
  })
  .meta({ id: 'TrainingReport', description: 'What came of a training' });
export type TrainingReport = z.infer<typeof trainingReportSchema>;

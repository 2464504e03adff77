// Explains why labels of a hook were guessed: the words that led to them, and the nearest lines that a model learned from. Needs no
// database.
import { z } from 'zod';
import { type RequiredLabel, requiredLabels } from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import { explainGuess } from '../../labels/why.ts';
import { type FullHook, fullHookSchema } from '../record.ts';
import { findNearestLines } from '../similar/nearest-lines.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

const cue = z
  .object({ kind: z.literal('cue'), text: z.string() })
  .meta({ description: 'Words of the text, or a hashtag of its caption' });
const inherited = z
  .object({ kind: z.enum(['archetype', 'niche']), value: z.string() })
  .meta({ description: 'The usual emotional trigger of this archetype or niche' });
const ofCreator = z
  .object({ kind: z.literal('creator'), creator: z.string(), hooks: z.number().int(), agreeing: z.number().int() })
  .meta({ description: '`agreeing` of `hooks` earlier hooks of the creator have this niche' });
const nearestLine = z
  .object({ kind: z.literal('line'), id: z.string(), text: z.string(), similarity: z.number() })
  .meta({
    description: 'A similar hook with this label, from a source or a curator. `similarity`: 0 to 1, the same words',
  });
const ofLanguageModel = z.object({ kind: z.literal('llm') }).meta({ description: 'The response of a language model' });

export const reasonSchema = z
  .union([cue, inherited, ofCreator, nearestLine, ofLanguageModel])
  .meta({ id: 'LabelReason', description: 'Why a label was guessed' });
type LabelReason = z.infer<typeof reasonSchema>;

const reasons = z.array(reasonSchema);
export const whySchema = z.object({ archetype: reasons, emotional_trigger: reasons, niche: reasons }).meta({
  description: 'Why labels were guessed. Empty for labels of a source or a curator',
});
type Why = z.infer<typeof whySchema>;

export const hookDetailSchema = z
  .object({ ...fullHookSchema.shape, why: whySchema })
  .meta({ id: 'HookDetail', description: 'A hook with all its fields, and why its labels were guessed' });

type ExplainedHook = Pick<FullHook, 'text' | 'raw_text' | 'creator' | RequiredLabel | 'labels'>;

/** `id` is the hook's numeric id. */
export function explainLabels(hook: ExplainedHook, id: number, snapshot: Snapshot, labeller: Labeller): Why {
  const lines = linesOf(hook, id, snapshot);
  const explain = (label: RequiredLabel): LabelReason[] => [
    ...explainGuess(label, hook, hook.labels[label].method, labeller.creatorOf),
    ...(lines?.get(label) ?? []).map((line) => ({ kind: 'line' as const, ...line })),
  ];
  return {
    archetype: explain('archetype'),
    emotional_trigger: explain('emotional_trigger'),
    niche: explain('niche'),
  };
}

/** Returns nearest lines only for guesses of a model. */
function linesOf(hook: ExplainedHook, id: number, snapshot: Snapshot) {
  const labels = requiredLabels.filter((label) => hook.labels[label].method === 'model');
  if (labels.length === 0) return undefined;
  return findNearestLines(snapshot, {
    text: hook.text,
    id,
    labels: labels.map((label) => [label, hook[label]] as const),
  });
}

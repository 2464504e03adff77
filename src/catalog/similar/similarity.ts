// Similarity of a hook as clients see it: its score, its closeness, and the reasons.
import { z } from 'zod';
import { nameOf } from '../../taxonomy/taxonomy.ts';
import { hookSchema } from '../record.ts';

/** Labels that two hooks may share, the most significant first. */
export const comparedLabels = ['niche', 'language', 'archetype'] as const;
export type ComparedLabel = (typeof comparedLabels)[number];

const sharedWords = z.object({ kind: z.literal('words'), words: z.array(z.string()) }).meta({
  description:
    'Words that both lines have, as the hook spells them, the rarest first, at most five. Common words only if there are no others',
});
const sameTemplate = z
  .object({ kind: z.literal('template'), template: z.string() })
  .meta({ description: 'Both lines have this template' });
const sameLabel = z
  .object({ kind: z.enum(comparedLabels), value: z.string() })
  .meta({ description: 'Both hooks have this label' });
const similarMeaning = z
  .object({ kind: z.literal('meaning'), similarity: z.number(), topic: z.string().optional() })
  .meta({
    description: 'Cosine of the embeddings of both lines. `topic`: what both are about, if the included model knows it',
  });

const reasonSchema = z
  .union([sharedWords, sameTemplate, sameLabel, similarMeaning])
  .meta({ id: 'SimilarReason', description: 'Why a hook is similar' });
export type SimilarReason = z.infer<typeof reasonSchema>;

export const closenesses = ['same', 'close', 'related'] as const;
export type Closeness = (typeof closenesses)[number];

export const similaritySchema = z.object({
  score: z.number().meta({ description: '0 to 1; 1 is the same line' }),
  closeness: z.enum(closenesses).meta({
    description:
      '`same`: the lines are nearly the same; `close`: they share distinctive words, the template or the meaning; `related`: the nearest of the others',
  }),
  reason: z.string().meta({ description: '`why` in words', example: 'Both are about jobs' }),
  why: z.array(reasonSchema),
});

export const similarHookSchema = z
  .object({ ...hookSchema.shape, similarity: similaritySchema })
  .meta({ id: 'SimilarHook', description: 'A hook, and how similar its line is' });
export type SimilarHook = z.infer<typeof similarHookSchema>;

export type Similar = z.infer<typeof similaritySchema> & { row: number };

/** Scores have two digits. */
export function roundScore(score: number): number {
  return Math.round(score * 100) / 100;
}

// Reasons in words.

/** Maximum number of reasons; more would be a full list. */
const maxReasons = 2;

/**
 * Returns, for example, `Both are about jobs · both say “job”, “quit”`. Labels are listed only for lines that have nothing else in common.
 */
export function describeReasons(why: readonly SimilarReason[]): string {
  const labels: readonly string[] = comparedLabels;
  const ofLines = why.filter(({ kind }) => !labels.includes(kind));
  const told = ofLines.length > 0 ? ofLines : why.filter(({ kind }) => kind !== 'language' || why.length === 1);
  const said = told.slice(0, maxReasons).map(describeReason).join(' · ');
  return said === '' ? 'Loosely related' : said.charAt(0).toUpperCase() + said.slice(1);
}

function describeReason(reason: SimilarReason): string {
  switch (reason.kind) {
    case 'template':
      return 'same template';
    case 'meaning':
      return reason.topic === undefined ? 'close in meaning' : `both are about ${reason.topic}`;
    case 'words':
      return `both say ${reason.words.map((word) => `“${word}”`).join(', ')}`;
    case 'language':
      return 'loosely related';
    default:
      return `same ${reason.kind}: ${nameOf(reason.kind, reason.value)}`;
  }
}

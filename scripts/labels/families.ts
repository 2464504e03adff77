// The set hook_archetypes: example lines of hook formats, in 18 families. Splits are by format, never by line.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { input } from '../real-input.ts';

/**
 * The family of each archetype: exactly one, so that no line counts twice. An archetype without a family of that name (statistic,
 * challenge, experiment, offer, …) has the family of most such lines of the development half.
 */
const familyOf: Readonly<Record<string, string>> = {
  authority: 'Authority/Credibility',
  statistic: 'Authority/Credibility',
  bold_claim: 'Bold Claim/Promise',
  direct_value: 'Bold Claim/Promise',
  result_first: 'Bold Claim/Promise',
  superlative: 'Bold Claim/Promise',
  prediction: 'Bold Claim/Promise',
  experiment: 'Bold Claim/Promise',
  identity_callout: 'Callout/Targeting',
  comparison: 'Comparison',
  confession: 'Confession',
  contrarian: 'Contrarian/Myth-Bust',
  myth_bust: 'Contrarian/Myth-Bust',
  curiosity_gap: 'Curiosity Gap',
  cliffhanger: 'Curiosity Gap',
  investigation: 'Curiosity Gap',
  urgency: 'FOMO/Urgency',
  offer: 'FOMO/Urgency',
  how_to: 'How-To/Mechanism',
  problem_solution: 'How-To/Mechanism',
  negative_command: 'Negativity/Warning',
  mistake_callout: 'Negativity/Warning',
  stakes_warning: 'Negativity/Warning',
  listicle: 'Number/List',
  ranking: 'Number/List',
  pattern_interrupt: 'Pattern Interrupt',
  shock: 'Pattern Interrupt',
  visual_demo: 'Pattern Interrupt',
  question: 'Question',
  hypothetical: 'Question',
  challenge: 'Question',
  pov: 'Relatability/POV',
  relatable_pain: 'Relatability/POV',
  insider_secret: 'Secret/Reveal',
  social_proof: 'Social Proof',
  trend_reference: 'Social Proof',
  story: 'Story/In-Medias-Res',
  cold_open: 'Story/In-Medias-Res',
  conflict: 'Story/In-Medias-Res',
  transformation: 'Transformation/Before-After',
};

export type FamilyLine = { text: string; format: string; family: string };

export const families = [...new Set(Object.values(familyOf))].sort();

/** A fixed half of the formats; rules were tuned on these only. */
export const isDevelopment = ({ format }: FamilyLine) =>
  Number.parseInt(hash('sha256', format).slice(0, 2), 16) % 2 === 0;

export function readFamilyLines(): FamilyLine[] {
  type Format = { id: string; family: string; examples: string[]; applied_examples?: { hook: string }[] };
  const formats: Format[] = JSON.parse(readFileSync(new URL('hook_archetypes/hooks.json', input), 'utf8'));
  return formats.flatMap(({ id, family, examples, applied_examples = [] }) =>
    [...examples, ...applied_examples.map(({ hook }) => hook)].map((text) => ({ text, format: id, family })),
  );
}

/** Index of the family of an archetype; -1 for `other`. */
export const familyAt = (archetype: string) => families.indexOf(familyOf[archetype] ?? '');

// Deals patterns, niches and phrases into distinct labelled lines. No figures, no dates, no creators.
import { niches } from '../taxonomy/niches.ts';
import { type FilledLine, fillPattern, kindsOf } from './fill.ts';
import type { Pattern } from './pattern.ts';
import { claimPatterns } from './patterns-claim.ts';
import { curiosityPatterns } from './patterns-curiosity.ts';
import { identityPatterns } from './patterns-identity.ts';
import { instructionPatterns } from './patterns-instruction.ts';
import { interruptPatterns } from './patterns-interrupt.ts';
import { proofPatterns } from './patterns-proof.ts';
import { storyPatterns } from './patterns-story.ts';
import { warningPatterns } from './patterns-warning.ts';
import { dealer, pickWeighted, type Random, shuffle } from './random.ts';
import { type Kind, vocabularies } from './vocabulary.ts';

export type Line = FilledLine & { archetype: string; emotional_trigger: string; niche: string; format: string };

export const allPatterns: readonly Pattern[] = [
  ...curiosityPatterns,
  ...claimPatterns,
  ...proofPatterns,
  ...warningPatterns,
  ...instructionPatterns,
  ...storyPatterns,
  ...identityPatterns,
  ...interruptPatterns,
];

/** How much of the catalog an archetype takes, where not 1. */
const archetypeWeights: Readonly<Record<string, number>> = {
  curiosity_gap: 1.5,
  question: 1.6,
  bold_claim: 1.4,
  contrarian: 1.3,
  statistic: 1.2,
  experiment: 1.3,
  negative_command: 1.4,
  mistake_callout: 1.4,
  how_to: 1.6,
  listicle: 1.6,
  direct_value: 1.2,
  problem_solution: 1.3,
  story: 1.5,
  transformation: 1.1,
  pov: 1.4,
  identity_callout: 1.2,
  relatable_pain: 1.3,
  superlative: 0.9,
  prediction: 0.9,
  urgency: 0.8,
  offer: 0.7,
  trend_reference: 0.7,
  other: 0.25,
};

const nicheWeights: Readonly<Record<string, number>> = {
  finance: 5,
  business: 4,
  fitness: 4,
  food: 4,
  lifestyle: 4,
  health: 4,
  self_improvement: 4,
  marketing: 4,
  comedy: 4,
  beauty: 4,
  ai: 4,
  tech: 4,
  other: 1,
};

const moneyNiches = new Set(['finance', 'business', 'marketing', 'real_estate', 'career', 'ai', 'tech', 'automotive']);
const graveNiches = new Set(['true_crime', 'mental_health', 'news']);
const tactileNiches = new Set([
  'beauty',
  'fashion',
  'food',
  'home',
  'art',
  'pets',
  'automotive',
  'lifestyle',
  'science',
  'tech',
  'finance',
  'other',
]);
const unfit: Readonly<Record<string, (niche: string) => boolean>> = {
  greed: (niche) => !moneyNiches.has(niche),
  humor: (niche) => graveNiches.has(niche),
  asmr: (niche) => !tactileNiches.has(niche),
  skit: (niche) => niche === 'true_crime',
  unboxing: (niche) => graveNiches.has(niche),
};

/** The first is met most, the last least; a label that would be untrue in this niche is left out unless it is the only one. */
function chooseLabel(random: Random, labels: readonly string[], niche: string): string {
  const fitting = labels.filter((label) => !unfit[label]?.(niche));
  const candidates = fitting.length > 0 ? fitting : labels;
  return pickWeighted(random, candidates, (label) => 1 / (1.5 + candidates.indexOf(label)));
}

/** `count` patterns: archetypes by weight, the patterns of one archetype evenly. */
function dealPatterns(random: Random, count: number): Pattern[] {
  const byArchetype = Map.groupBy(allPatterns, (pattern) => pattern.archetype);
  const weightOf = (archetype: string) => archetypeWeights[archetype] ?? 1;
  const total = [...byArchetype.keys()].reduce((sum, archetype) => sum + weightOf(archetype), 0);
  const dealt: Pattern[] = [];
  let owed = 0;
  for (const [archetype, patterns] of byArchetype) {
    owed += (count * weightOf(archetype)) / total;
    const deal = dealer(random, patterns);
    while (dealt.length < Math.round(owed)) dealt.push(deal());
  }
  return shuffle(random, dealt);
}

/** What two lines must not share: their words, whatever the case and the marks. */
export function lineKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

type Speaker = { dealNiche: () => string; phraseOf: (niche: string, kind: Kind) => string };

function createSpeaker(random: Random): Speaker {
  const shares = niches.flatMap(({ id }) => Array<string>(nicheWeights[id] ?? 3).fill(id));
  const dealers = new Map<string, () => string>();
  const phraseOf = (niche: string, kind: Kind) => {
    const key = `${niche} ${kind}`;
    let deal = dealers.get(key);
    if (!deal) {
      deal = dealer(random, vocabularies.get(niche)?.get(kind) ?? []);
      dealers.set(key, deal);
    }
    return deal();
  };
  return { dealNiche: dealer(random, shares), phraseOf };
}

/** Enough tries that a pattern which still has unsaid lines finds one. */
const maxTries = 400;

function composeLine(random: Random, pattern: Pattern, speaker: Speaker, said: Set<string>): Line | undefined {
  const needed = kindsOf(pattern.text);
  for (let tries = 0; tries < maxTries; tries++) {
    const niche = speaker.dealNiche();
    if (pattern.niches?.includes(niche) === false) continue;
    if (!needed.every((kind) => vocabularies.get(niche)?.has(kind))) continue;
    const filled = fillPattern(pattern.text, (kind) => speaker.phraseOf(niche, kind), random);
    if (!filled) continue;
    const key = lineKey(filled.text);
    if (said.has(key)) continue;
    said.add(key);
    return {
      ...filled,
      archetype: pattern.archetype,
      emotional_trigger: chooseLabel(random, pattern.emotions, niche),
      niche,
      format: chooseLabel(random, pattern.formats, niche),
    };
  }
  return undefined;
}

/** Throws RangeError when the patterns hold fewer lines than asked for. */
export function composeLines(random: Random, count: number): Line[] {
  const speaker = createSpeaker(random);
  const said = new Set<string>();
  const lines: Line[] = [];
  for (const pattern of dealPatterns(random, count)) {
    const line = composeLine(random, pattern, speaker, said);
    if (!line) throw new RangeError(`the pattern "${pattern.text}" has no more lines: ask for fewer than ${count}`);
    lines.push(line);
  }
  return lines;
}

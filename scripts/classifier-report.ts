// Measures the agreement of the classifier with labelled lines: npx node scripts/classifier-report.ts
// The labelled lines, in ../shared/input, are not part of the project.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { classify, confidenceFloor, type Wanted } from '../src/labels/classify.ts';
import type { Guess } from '../src/labels/guess.ts';

const input = new URL('../../shared/input/', import.meta.url);

type Sample = { text: string; hints: string[]; group: string; truth: string };
type Classified = Sample & { guess: Guess };
type Agrees = (classified: Classified) => boolean;

/**
 * The family, of the 18 in the labels, of each archetype: exactly one, so that no line counts twice. An archetype without a
 * family of that name (statistic, challenge, experiment, offer, …) has the family of most such lines of the development half.
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

/** The niche of a genre, then adjacent niches: an educational account about money is labelled as education. */
const nichesOf: Readonly<Record<string, readonly string[]>> = {
  Fashion: ['fashion', 'beauty', 'lifestyle'],
  Tech: ['tech', 'ai', 'career'],
  Travel: ['travel'],
  Educational: ['education', 'finance', 'science', 'news', 'career'],
  Business: ['business', 'finance', 'marketing'],
  Food: ['food'],
  Gym: ['fitness', 'health', 'self_improvement'],
  Memes: ['comedy', 'entertainment'],
};

const noLabels: Wanted = { archetype: false, emotional_trigger: false, niche: false, format: false, language: false };

/** A fixed half of the groups; rules were tuned on these only. */
const isDevelopment = ({ group }: Sample) => Number.parseInt(hash('sha256', group).slice(0, 2), 16) % 2 === 0;
const halves = [
  ['development', isDevelopment],
  ['held out', (sample: Sample) => !isDevelopment(sample)],
] as const;

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const row = (...cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`);

function table(...columns: string[]): void {
  console.log('');
  row(...columns);
  row(...columns.map(() => '---'));
}

function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Cells for `columns`. */
function measure(lines: readonly Classified[], agrees: Agrees): unknown[] {
  const confident = lines.filter(({ guess }) => guess.confidence >= confidenceFloor);
  const uncertain = lines.filter(({ guess }) => guess.confidence < confidenceFloor);
  const agreement = (some: readonly Classified[]) => share(some.filter(agrees).length, some.length);
  const [[, majority] = ['', 0]] = countBy(lines.map(({ truth }) => truth));
  return [
    lines.length,
    share(majority, lines.length),
    agreement(lines),
    share(confident.length, lines.length),
    agreement(confident),
    agreement(uncertain),
    share(lines.filter(({ guess }) => guess.value === 'other').length, lines.length),
  ];
}

const columns = [
  'n',
  'majority baseline',
  'agreement',
  'at or above the floor',
  'agreement there',
  'agreement below',
  '`other`',
];

function readLines(): Sample[] {
  type Format = { id: string; family: string; examples: string[]; applied_examples?: { hook: string }[] };
  const formats: Format[] = JSON.parse(readFileSync(new URL('hook_archetypes/hooks.json', input), 'utf8'));
  return formats.flatMap(({ id, family, examples, applied_examples = [] }) =>
    [...examples, ...applied_examples.map(({ hook }) => hook)].map((text) => ({
      text,
      hints: [],
      group: id,
      truth: family,
    })),
  );
}

/** The first line of each caption. Hints are its hashtags, in the caption and in their own column. */
function readCaptions(): Sample[] {
  type Row = { Username: string; Genre: string; Caption: string; Hashtags: string };
  const csv = readFileSync(new URL('instagram_reels_in/reels_data.csv', input), 'utf8');
  const rows: Row[] = parse(csv, { columns: true, bom: true });
  return rows.map(({ Username, Genre, Caption, Hashtags }) => {
    const inCaption = [...Caption.matchAll(/#[\p{L}\p{N}_]+/gu)].map(([tag]) => tag.slice(1));
    const tags = [...Hashtags.split(','), ...inCaption].map((tag) => tag.trim().toLowerCase()).filter(Boolean);
    const [text = ''] = Caption.split('\n', 1);
    return { text, hints: [...new Set(tags)], group: Username, truth: Genre };
  });
}

function reportArchetypes(lines: readonly Sample[]): void {
  const classified = lines.map((line) => ({
    ...line,
    guess: classify(line, { ...noLabels, archetype: true }).archetype,
  }));
  const agrees: Agrees = ({ guess, truth }) => familyOf[guess.value] === truth;
  console.log('### Archetype: 18 families, halves by format');
  table('half', ...columns);
  for (const [name, isIn] of halves) row(name, ...measure(classified.filter(isIn), agrees));

  table('confidence', ...halves.map(([name]) => `agreement, ${name} (lines)`));
  for (const [from, to] of [
    [0, 0.5],
    [0.5, 0.6],
    [0.6, 0.7],
    [0.7, 0.8],
    [0.8, 1],
  ] as const) {
    const cells = halves.map(([, isIn]) => {
      const inRange = classified.filter(
        (line) => isIn(line) && line.guess.confidence >= from && line.guess.confidence < to,
      );
      return `${share(inRange.filter(agrees).length, inRange.length)} (${inRange.length})`;
    });
    row(`${from}–${to}`, ...cells);
  }
  reportFamilies(
    classified.filter((line) => !isDevelopment(line)),
    agrees,
  );
}

function reportFamilies(heldOut: readonly Classified[], agrees: Agrees): void {
  const worst = countBy(heldOut.map(({ truth }) => truth))
    .map(([family, n]) => {
      const ofFamily = heldOut.filter(({ truth }) => truth === family);
      const mistakenFor = countBy(
        ofFamily.filter((line) => !agrees(line)).map(({ guess }) => familyOf[guess.value] ?? 'other'),
      );
      return { family, n, right: ofFamily.filter(agrees).length, mistakenFor: mistakenFor.slice(0, 3) };
    })
    .sort((a, b) => a.right / a.n - b.right / b.n);
  table('family, held out, worst first', 'n', 'agreement', 'most common mistakes');
  for (const { family, n, right, mistakenFor } of worst) {
    row(family, n, share(right, n), mistakenFor.map(([other, count]) => `${other} ${count}`).join(', '));
  }
}

function reportNiches(captions: readonly Sample[]): void {
  const classifyAll = (hasHints: boolean) =>
    captions.map((caption) => {
      const input = hasHints ? caption : { text: caption.text };
      return { ...caption, guess: classify(input, { ...noLabels, niche: true }).niche };
    });
  const isExact: Agrees = ({ guess, truth }) => guess.value === nichesOf[truth]?.[0];
  const isAdjacent: Agrees = ({ guess, truth }) => nichesOf[truth]?.includes(guess.value) ?? false;
  console.log('\n### Niche: 8 genres, halves by account');
  table('half, input, counted as agreement', ...columns);
  for (const [name, isIn] of halves) {
    for (const hasHints of [true, false]) {
      const classified = classifyAll(hasHints).filter(isIn);
      const input = hasHints ? 'line and hashtags' : 'line alone';
      row(`${name}, ${input}, same niche`, ...measure(classified, isExact));
      row(`${name}, ${input}, same or adjacent niche`, ...measure(classified, isAdjacent));
    }
  }
  const all = classifyAll(true);
  row('all, line and hashtags, same niche', ...measure(all, isExact));
  row('all, line and hashtags, same or adjacent niche', ...measure(all, isAdjacent));
}

function reportSpeed(lines: readonly Sample[]): void {
  const rounds = 5;
  const timed = (wanted: Wanted) => {
    for (const line of lines) classify(line, wanted);
    const startedAt = performance.now();
    for (let round = 0; round < rounds; round++) for (const line of lines) classify(line, wanted);
    return ((1000 * (performance.now() - startedAt)) / lines.length / rounds).toFixed(1);
  };
  const others = { archetype: true, emotional_trigger: true, niche: true, format: true, language: false };
  console.log('\n### Speed\n');
  console.log(
    `${timed(others)} µs a line without the language, ${timed({ ...noLabels, language: true })} µs for the language.`,
  );
}

if (!existsSync(input)) {
  console.log('Nothing to measure: ../shared/input does not exist.');
} else {
  const lines = readLines();
  reportArchetypes(lines);
  reportNiches(readCaptions());
  reportSpeed(lines);
}

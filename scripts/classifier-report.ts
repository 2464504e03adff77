// Prints how far the classifier agrees with labelled lines: npx node scripts/classifier-report.ts
// The records lie beside the project; where they are absent there is nothing to measure.

import { hash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { classify, confidenceFloor } from '../src/classify/classify.ts';
import { mapRecords } from '../src/ingest/map-records.ts';
import { resolveMapping } from '../src/ingest/mapping.ts';
import { readRecords } from '../src/ingest/read.ts';
import { type IncomingHook, isRejection } from '../src/ingest/record.ts';

const input = new URL('../../shared/input/', import.meta.url);

type Sample = { text: string; hints: string[]; wanted: readonly string[]; group: string; truth: string };

/** The 18 families, each with those of our archetypes that a line of it may rightly get. */
const families: Record<string, readonly string[]> = {
  'Negativity/Warning': ['negative_command', 'mistake_callout', 'stakes_warning'],
  'Curiosity Gap': ['curiosity_gap', 'cliffhanger', 'investigation'],
  'Story/In-Medias-Res': ['story', 'cold_open', 'conflict'],
  'Secret/Reveal': ['insider_secret', 'curiosity_gap'],
  'Bold Claim/Promise': ['bold_claim', 'direct_value', 'result_first', 'prediction'],
  'Number/List': ['listicle', 'statistic', 'ranking'],
  'Contrarian/Myth-Bust': ['contrarian', 'myth_bust'],
  'Relatability/POV': ['pov', 'relatable_pain'],
  'Authority/Credibility': ['authority'],
  'How-To/Mechanism': ['how_to', 'problem_solution', 'direct_value'],
  'FOMO/Urgency': ['urgency'],
  Confession: ['confession'],
  'Pattern Interrupt': ['pattern_interrupt', 'shock', 'visual_demo'],
  Question: ['question', 'hypothetical'],
  'Callout/Targeting': ['identity_callout'],
  'Social Proof': ['social_proof', 'trend_reference'],
  'Transformation/Before-After': ['transformation', 'result_first'],
  Comparison: ['comparison'],
};

/** Half of the groups, the same ones every time; rules were written looking at these only. */
const isDevelopment = ({ group }: Sample) => Number.parseInt(hash('sha256', group).slice(0, 2), 16) < 128;

function measure(samples: readonly Sample[], guess: (sample: Sample) => { value: string; confidence: number }) {
  const judged = samples.map((sample) => ({ sample, ...guess(sample) }));
  const right = judged.filter(({ sample, value }) => sample.wanted.includes(value));
  const sure = judged.filter(({ confidence }) => confidence >= confidenceFloor);
  const sureRight = sure.filter(({ sample, value }) => sample.wanted.includes(value));
  const counts = Object.values(Object.groupBy(samples, ({ truth }) => truth)).map((group) => group?.length ?? 0);
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  return [
    samples.length,
    share(Math.max(...counts), samples.length),
    share(right.length, samples.length),
    share(sure.length, samples.length),
    share(sureRight.length, sure.length),
    share(judged.filter(({ value }) => value === 'other').length, samples.length),
  ];
}

function row(name: string, cells: readonly unknown[]): void {
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

function heading(): void {
  row('lines', ['n', 'majority baseline', 'agreement', 'at or above the floor', 'agreement there', 'ends as other']);
  row('---', ['---', '---', '---', '---', '---', '---']);
}

async function reels(): Promise<Sample[]> {
  const mapping = resolveMapping({ preset: 'instagram-reels' });
  const file = new URL('instagram_reels_in/reels_data.csv', input);
  const samples: Sample[] = [];
  for await (const batch of mapRecords(readRecords(createReadStream(file), { filename: 'reels.csv' }), mapping, {
    minViews: 0,
  })) {
    for (const hook of batch.filter((item): item is IncomingHook => !isRejection(item))) {
      const truth = hook.niche ?? '';
      samples.push({ text: hook.text, hints: hook.hints, wanted: [truth], truth, group: hook.creator ?? '' });
    }
  }
  return samples;
}

if (!existsSync(input)) {
  console.log('../shared/input is absent: nothing to measure.');
} else {
  type Format = { id: string; family: string; examples: string[]; applied_examples?: { hook: string }[] };
  const formats: Format[] = JSON.parse(readFileSync(new URL('hook_archetypes/hooks.json', input), 'utf8'));
  const lines = formats.flatMap(({ id, family, examples, applied_examples = [] }) =>
    [...examples, ...applied_examples.map(({ hook }) => hook)].map(
      (text): Sample => ({ text, hints: [], wanted: families[family], group: id, truth: family }),
    ),
  );
  const onlyArchetype = { archetype: true, emotional_trigger: false, niche: false, format: false, language: false };
  const onlyNiche = { ...onlyArchetype, archetype: false, niche: true };
  console.log('### Archetype\n');
  heading();
  row(
    'development formats',
    measure(lines.filter(isDevelopment), ({ text }) => classify({ text }, onlyArchetype).archetype),
  );
  row(
    'held-out formats',
    measure(
      lines.filter((sample) => !isDevelopment(sample)),
      ({ text }) => classify({ text }, onlyArchetype).archetype,
    ),
  );
  const captions = await reels();
  console.log('\n### Niche\n');
  heading();
  for (const [name, half] of [
    ['development accounts', captions.filter(isDevelopment)],
    ['held-out accounts', captions.filter((sample) => !isDevelopment(sample))],
  ] as const) {
    row(
      `${name}, with hints`,
      measure(half, ({ text, hints }) => classify({ text, hints }, onlyNiche).niche),
    );
    row(
      `${name}, text only`,
      measure(half, ({ text }) => classify({ text }, onlyNiche).niche),
    );
  }
  const startedAt = performance.now();
  for (const { text } of lines)
    classify({ text }, { ...onlyArchetype, emotional_trigger: true, niche: true, format: true });
  const middle = performance.now();
  for (const { text } of lines) classify({ text }, { ...onlyArchetype, archetype: false, language: true });
  const perLine = (ms: number) => ((1000 * ms) / lines.length).toFixed(1);
  console.log(
    `\n${perLine(middle - startedAt)} µs a line without the language, ${perLine(performance.now() - middle)} µs for the language.`,
  );
}

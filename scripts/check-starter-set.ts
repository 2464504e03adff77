// Checks the starter set: size, spread over the labels, distinct lines and templates, and its labels against a second reader.
// `--draw 300` prints a random sample without labels for a second reader, as JSON Lines.
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readStarterSet, type StarterHook } from '../src/catalog/seed/starter-set.ts';
import { slotTemplate } from '../src/labels/templates/slot-template.ts';
import { taxonomy } from '../src/taxonomy/taxonomy.ts';

/** What a second reader found right for a line, without having seen its labels: up to three values a label. */
type SecondReading = { text: string; archetype: string[]; emotional_trigger: string[]; niche: string[] };

const limits = {
  hooks: 5_400,
  bytes: 600_000,
  perArchetype: 60,
  perNiche: 80,
  words: [3, 35],
  otherLanguages: [0.14, 0.16],
  perTemplate: 4,
  similarity: 0.7,
  agreement: 0.9,
} as const;

const seed = new URL('../src/catalog/seed/starter-set.jsonl.gz', import.meta.url);
const readings = new URL('./starter-set-second-reader.jsonl', import.meta.url);
const hooks = readStarterSet();
const problems: string[] = [];

const { values } = parseArgs({ options: { draw: { type: 'string' } } });
if (values.draw) draw(Number(values.draw));
else check();

function draw(count: number): void {
  const left = [...hooks];
  for (let n = 0; n < count; n++) {
    const [hook] = left.splice(Math.floor(Math.random() * left.length), 1);
    console.log(JSON.stringify({ text: hook?.text }));
  }
}

function check(): void {
  checkSizes();
  checkTexts();
  checkSimilarity();
  const agreement = measureAgreement();
  for (const problem of problems) console.error(problem);
  console.log(`${hooks.length} hooks, second reader agrees: ${agreement}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

function expect(isTrue: boolean, problem: string): void {
  if (!isTrue) problems.push(problem);
}

function countBy(labelOf: (hook: StarterHook) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const hook of hooks) counts.set(labelOf(hook), (counts.get(labelOf(hook)) ?? 0) + 1);
  return counts;
}

function checkSizes(): void {
  expect(hooks.length === limits.hooks, `${hooks.length} hooks`);
  expect(statSync(seed).size <= limits.bytes, `${statSync(seed).size} bytes`);
  const minimums = {
    archetype: limits.perArchetype,
    niche: limits.perNiche,
    emotional_trigger: 1,
    format: 1,
    platform: 1,
  };
  for (const set of ['archetype', 'niche', 'emotional_trigger', 'format', 'platform'] as const) {
    const counts = countBy((hook) => hook[set]);
    for (const { id } of taxonomy[set])
      expect((counts.get(id) ?? 0) >= minimums[set], `${set} ${id}: ${counts.get(id) ?? 0} hooks`);
    for (const id of counts.keys())
      expect(
        taxonomy[set].some((term) => term.id === id),
        `${set} ${id} is unknown`,
      );
  }
  const share = hooks.filter(({ language }) => language !== 'en').length / hooks.length;
  expect(share >= limits.otherLanguages[0] && share <= limits.otherLanguages[1], `not English: ${share}`);
}

function checkTexts(): void {
  const templates = new Map<string, number>();
  for (const { text } of hooks) {
    const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
    const count = words.filter(({ isWordLike }) => isWordLike).length;
    expect(count >= limits.words[0] && count <= limits.words[1], `${count} words: ${text}`);
    const template = normalize(slotTemplate(text));
    templates.set(template, (templates.get(template) ?? 0) + 1);
  }
  for (const [template, count] of templates)
    expect(count <= limits.perTemplate, `the template of ${count} hooks: ${template}`);
}

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

function trigrams(text: string): Set<string> {
  const padded = ` ${normalize(text)} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}

/** Every pair that shares a trigram, by an inverted index. Equal texts have similarity 1. */
function checkSimilarity(): void {
  const index = new Map<string, number[]>();
  const sizes: number[] = [];
  for (const [at, { text }] of hooks.entries()) {
    const own = trigrams(text);
    const shared = new Map<number, number>();
    for (const trigram of own) {
      const before = index.get(trigram) ?? [];
      for (const other of before) shared.set(other, (shared.get(other) ?? 0) + 1);
      before.push(at);
      index.set(trigram, before);
    }
    for (const [other, count] of shared) {
      const similarity = count / (own.size + (sizes[other] ?? 0) - count);
      expect(similarity <= limits.similarity, `${similarity.toFixed(2)} alike: ${text} / ${hooks[other]?.text}`);
    }
    sizes.push(own.size);
  }
}

function measureAgreement(): string {
  const byText = new Map(hooks.map((hook) => [hook.text, hook]));
  const lines = readFileSync(readings, 'utf8').trimEnd().split('\n');
  const read = lines.map((line): SecondReading => JSON.parse(line));
  const shares = (['archetype', 'emotional_trigger', 'niche'] as const).map((label) => {
    const agreed = read.filter((reading) => reading[label].includes(byText.get(reading.text)?.[label] ?? '')).length;
    expect(
      agreed / read.length >= limits.agreement,
      `the second reader agrees with ${agreed} of ${read.length} ${label}s`,
    );
    return `${label} ${((agreed / read.length) * 100).toFixed(1)} %`;
  });
  return `${shares.join(', ')} of ${read.length}`;
}

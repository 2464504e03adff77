// Checks the starter set: size, spread over the labels, distinct lines and templates, and its labels against a second reader.
import { readFileSync, statSync } from 'node:fs';
import { readStarterSet } from '../src/catalog/seed/starter-set.ts';
import { slotTemplate } from '../src/labels/templates/slots.ts';
import { taxonomy } from '../src/taxonomy/taxonomy.ts';

/** The values that a second reader accepts for a line, without having seen its labels. */
type SecondReading = { text: string; archetype: string[]; emotional_trigger: string[]; niche: string[] };

const hooks = readStarterSet();
const problems: string[] = [];

function expect(isTrue: boolean, problem: string): void {
  if (!isTrue) problems.push(problem);
}

function checkSizes(): void {
  expect(hooks.length === 5_400, `${hooks.length} hooks`);
  const { size } = statSync(new URL('../src/catalog/seed/starter-set.jsonl.gz', import.meta.url));
  expect(size <= 600_000, `${size} bytes`);
  const minimums = { archetype: 60, niche: 80, emotional_trigger: 1, format: 1, platform: 1 } as const;
  for (const set of ['archetype', 'niche', 'emotional_trigger', 'format', 'platform'] as const) {
    const groups = Map.groupBy(hooks, (hook) => hook[set] as string);
    const ids: string[] = taxonomy[set].map(({ id }) => id);
    for (const id of ids) {
      const count = groups.get(id)?.length ?? 0;
      expect(count >= minimums[set], `${set} ${id}: ${count} hooks`);
    }
    for (const id of groups.keys()) expect(ids.includes(id), `${set} ${id} is unknown`);
  }
  const share = hooks.filter(({ language }) => language !== 'en').length / hooks.length;
  expect(share >= 0.14 && share <= 0.16, `not English: ${share}`);
}

function checkTexts(): void {
  for (const { text } of hooks) {
    const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
    const count = words.filter(({ isWordLike }) => isWordLike).length;
    expect(count >= 3 && count <= 35, `${count} words: ${text}`);
  }
  for (const [template, own] of Map.groupBy(hooks, ({ text }) => normalize(slotTemplate(text))))
    expect(own.length <= 4, `the template of ${own.length} hooks: ${template}`);
}

function normalize(text: string): string {
  const words = text.normalize('NFKC').toLowerCase();
  return words.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}

/** Compares every pair that shares a trigram, by an inverted index. Equal texts have similarity 1. */
function checkSimilarity(): void {
  const index = new Map<string, number[]>();
  const sizes: number[] = [];
  for (const [at, { text }] of hooks.entries()) {
    const padded = ` ${normalize(text)} `;
    const own = new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
    const shared = new Map<number, number>();
    for (const trigram of own) {
      const before = index.get(trigram) ?? [];
      for (const other of before) shared.set(other, (shared.get(other) ?? 0) + 1);
      before.push(at);
      index.set(trigram, before);
    }
    for (const [other, count] of shared) {
      const similarity = count / (own.size + (sizes[other] ?? 0) - count);
      expect(similarity <= 0.7, `${similarity.toFixed(2)} alike: ${text} / ${hooks[other]?.text}`);
    }
    sizes.push(own.size);
  }
}

function measureAgreement(): string {
  const byText = new Map(hooks.map((hook) => [hook.text, hook]));
  const readings = readFileSync(new URL('./starter-set-second-reader.jsonl', import.meta.url), 'utf8');
  const read = readings.trimEnd().split('\n');
  const shares = (['archetype', 'emotional_trigger', 'niche'] as const).map((label) => {
    const agreed = read.filter((line) => {
      const reading: SecondReading = JSON.parse(line);
      return reading[label].includes(byText.get(reading.text)?.[label] ?? '');
    });
    const share = agreed.length / read.length;
    expect(share >= 0.9, `the second reader agrees with ${agreed.length} of ${read.length} ${label}s`);
    return `${label} ${(share * 100).toFixed(1)} %`;
  });
  return `${shares.join(', ')} of ${read.length}`;
}

checkSizes();
checkTexts();
checkSimilarity();
console.log(`${hooks.length} hooks, second reader agrees: ${measureAgreement()}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

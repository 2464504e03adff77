// Variants of an adapted line: written by the language model, validated, and each checked as POST /check does.
import { setImmediate } from 'node:timers/promises';
import { maxVariantLength } from '../../labels/llm/variant-model.ts';
import { readSlots, type SlotValues } from '../../labels/templates/fill.ts';
import { type CheckDeps, checkDraft } from '../check/check.ts';
import type { DraftCheck } from '../check/check-schema.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { type Adapted, simplify } from './adapt.ts';
import { askVariants, type VariantModelDeps } from './ask-variants.ts';

export type CheckedLine = Adapted & { check: DraftCheck };

/** A response has up to six lines. */
const maxSimilar = 3;
/** Of both languages, to say that they differ. */
const minLanguageConfidence = 0.8;

/** The line and up to `count` variants of it, all checked; the line alone if the model wrote no valid one. */
export async function writeVariants(
  deps: VariantModelDeps,
  check: CheckDeps,
  { line, count }: { line: Adapted; count: number },
): Promise<CheckedLine[]> {
  const texts = validVariants(line.text, await askVariants(deps, line.text, count)).slice(0, count);
  const original = { ...line, check: await checkLine(check, line.text) };
  const lines = [original];
  for (const text of texts) {
    // Requests of others are answered between two checks.
    await setImmediate();
    const checked = await checkLine(check, text);
    if (isOtherLanguage(original.check, checked)) continue;
    const { template } = checked;
    lines.push({ text, filled: readFilled(template, text), template, check: checked });
  }
  return lines;
}

/** Control characters, line breaks, and those that change the direction of text. */
const notOneLine = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const bracket = /[[\]]/;

/** One line each, with words, no slot left, and of other words than the line and those before it. */
export function validVariants(line: string, texts: readonly string[]): string[] {
  const seen = new Set([wordsOf(line), '']);
  return texts
    .map((text) => text.trim())
    .filter((text) => {
      const words = wordsOf(text);
      if (text.length > maxVariantLength || notOneLine.test(text) || bracket.test(text) || seen.has(words))
        return false;
      seen.add(words);
      return true;
    });
}

function wordsOf(text: string): string {
  return splitWords(text).join(' ');
}

async function checkLine(deps: CheckDeps, text: string): Promise<DraftCheck> {
  const check = await checkDraft(deps, { text });
  return { ...check, similar: check.similar.slice(0, maxSimilar) };
}

function isOtherLanguage(original: DraftCheck, variant: DraftCheck): boolean {
  const [one, other] = [original, variant].map(({ language: { value, confidence } }) =>
    value !== null && confidence >= minLanguageConfidence ? value.split('-')[0] : undefined,
  );
  return one !== undefined && other !== undefined && one !== other;
}

/** A value by slot as adapt() has it. */
function readFilled(template: string, text: string): SlotValues {
  const values = Object.entries(readSlots(template, text) ?? {});
  return Object.fromEntries(values.map(([slot, value]) => [slot, simplify(value)]));
}

// Variants of an adapted line: written by the language model, validated, and each checked like in POST /check.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { waitOf } from '../../labels/llm/chat.ts';
import { maxVariantLength, type VariantModel } from '../../labels/llm/variant-model.ts';
import { fillTemplate, readSlots, type SlotValues, valueAt } from '../../labels/templates/fill.ts';
import { misfitsOf } from '../../labels/templates/fit.ts';
import { type Person, speakAs } from '../../labels/templates/person.ts';
import { type Slot, slots, slotsOf, slotTemplate } from '../../labels/templates/slots.ts';
import { type Fault, fail } from '../../lib/errors.ts';
import { hookNumber } from '../../lib/ids.ts';
import type { Observe } from '../../telemetry/events.ts';
import { type CheckDeps, checkDraft } from '../check/check.ts';
import type { DraftCheck } from '../check/check-schema.ts';
import { deleteStop, monthOf, recordStop, reserveTokens, selectStop, settleCall } from '../labelling/llm/store.ts';
import { findRetired, findRow, type Snapshot } from '../snapshot/snapshot.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { fullRecord } from '../summary.ts';

type CheckedLine = Adapted & { check: DraftCheck };

/** Small, since a response has up to six lines. */
const maxSimilar = 3;
/** Minimum confidence of both languages to count as different. */
const minLanguageConfidence = 0.8;

/** Returns the line and up to `count` variants of it, all checked; only the line if the model wrote no valid variant. */
export async function writeVariants(
  deps: VariantModelDeps,
  check: CheckDeps,
  { line, count }: { line: Adapted; count: number },
): Promise<CheckedLine[]> {
  const texts = validVariants(line.text, await askVariants(deps, line.text, count)).slice(0, count);
  const original = { ...line, check: await checkLine(check, line.text) };
  const lines = [original];
  for (const text of texts) {
    // Lets other requests run between two checks.
    await setImmediate();
    const checked = await checkLine(check, text);
    if (isOtherLanguage(original.check, checked)) continue;
    const { template } = checked;
    lines.push({ text, filled: readFilled(template, text), template, unfit: [], check: checked });
  }
  return lines;
}

/** Control characters, line breaks, and characters that change the direction of text. */
const notOneLine = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const bracket = /[[\]]/;

/** Returns texts of a single line, with words but without slots, whose words differ from the line and from earlier texts. */
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

/** Returns values by slot, in the form of adapt(). */
function readFilled(template: string, text: string): SlotValues {
  const values = Object.entries(readSlots(template, text) ?? {});
  return Object.fromEntries(values.map(([slot, value]) => [slot, simplify(value)]));
}

// Queries the language model for variants of a line, within the monthly budget and unless its provider is stopped.

export type VariantModelDeps = {
  db: Database;
  observe: Observe;
  model: VariantModel;
  /** Monthly token budget, shared with labels; null is unlimited. */
  budget: number | null;
  /** Aborts when the service stops. */
  stopping: AbortSignal;
};

/**
 * Returns the texts of one call, none if its answer was invalid: the line may be the cause, so this does not stop further calls. Throws
 * `unavailable` if the model cannot be queried. No transaction is open during the call.
 */
export async function askVariants(deps: VariantModelDeps, line: string, count: number): Promise<string[]> {
  const { db, model, budget } = deps;
  const now = new Date();
  const stop = await findStop(deps, now);
  if (stop) failUntil('The language model is unavailable at the moment.', stop.resume_at, now);
  const account = { model: model.name, month: monthOf(now) };
  const reserved = model.estimate(line, count);
  const { isReserved } = await reserveTokens(db, account, reserved, budget);
  if (!isReserved) {
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    failUntil('The language model has no tokens left this month.', nextMonth, now);
  }
  const { texts, stop: stopped, tokens: taken } = await askOnce(deps, line, count);
  await db.transaction().execute(async (trx) => {
    await settleCall(trx, account, { reserved, taken, isFault: !texts?.length });
    if (texts) await deleteStop(trx, model.name);
  });
  if (texts) return texts;
  const { kind, reason } = stopped;
  const resumeAt = new Date(Date.now() + waitOf(stopped));
  await recordStop(db, model.name, { kind, reason, resumeAt });
  deps.observe({ kind: 'llm_stopped', by: kind, resumeAt: resumeAt.toISOString(), error: new Error(reason) });
  return failUntil('The language model did not respond.', resumeAt, new Date());
}

/** Returns the model's own stop, or the rate limit of labels. Other stops of labels do not concern variants. */
async function findStop({ db, model }: VariantModelDeps, now: Date) {
  const [own, ofLabels] = await Promise.all([selectStop(db, model.name), selectStop(db, model.labelsName)]);
  const stops = [own, ofLabels?.kind === 'rate_limit' ? ofLabels : undefined];
  return stops.find((stop) => stop && stop.resume_at > now);
}

/** If the service stops during a call, its tokens stay counted, since the provider may have used them. */
async function askOnce({ model, stopping }: VariantModelDeps, line: string, count: number) {
  try {
    return await model.ask(line, count, stopping);
  } catch (error) {
    if (!stopping.aborted) throw error;
    return fail('unavailable', 'The service is restarting. Try again in a few seconds.', { retryAfterSeconds: 5 });
  }
}

/** The reason is only in the log and the console, since it concerns the operator's provider. */
function failUntil(what: string, resumeAt: Date, now: Date): never {
  const retryAfterSeconds = Math.max(1, Math.ceil((resumeAt.getTime() - now.getTime()) / 1000));
  fail('unavailable', `${what} Send the request without \`variants\`, or again after ${resumeAt.toISOString()}.`, {
    retryAfterSeconds,
  });
}

// Adapts a line: fills the slots of a template, or of a hook's template, with the caller's values.

/** Keys are slots, or words of the line, which become slots. */
type GivenValues = Readonly<Record<string, string | string[] | undefined>>;
type AdaptInput = { template?: string; id?: string; slots?: GivenValues; topic?: string; person?: Person };
/** `unfit` lists why values do not fit their slots. */
export type Adapted = { text: string; filled: SlotValues; template: string; unfit: { slot: Slot; reason: string }[] };

/** Throws `invalid_body` if a slot has no value, or if a key is neither a slot nor words of the line. */
export function adapt(snapshot: Snapshot, input: AdaptInput): Adapted {
  const { template: sent = '', id, slots: values, topic, person } = input;
  const source: Source = id === undefined ? { template: sent, own: {} } : ofHook(snapshot, id);
  const given: GivenValues = { ...values, ...(topic === undefined ? {} : { topic }) };
  const present = [...new Set(slotsOf(source.template))];
  const words = Object.keys(given).filter((key) => !present.some((slot) => slot === key));
  if (present.length + words.length === 0 && id === undefined) failWithoutSlot();
  const { template, own, given: filling, unknown } = slotWords(source, given, words);
  const missing = present.filter((slot) => (given[slot] ?? source.own[slot]) === undefined);
  const faults = [
    ...unknown.map((key) => unknownKey(key, present, key === 'topic' && topic !== undefined)),
    ...missing.map(
      (slot): Fault => ({ pointer: `#/slots/${slot}`, detail: `[${slot}] has no value. Send \`slots.${slot}\`.` }),
    ),
  ];
  if (faults.length > 0) fail('invalid_body', faults.map(({ detail }) => detail).join(' '), { errors: faults });
  const spoken = person ? speak({ template, own }, filling, person) : { template, own };
  const filled = slotsOf(spoken.template).map((slot) => [slot, simplify(filling[slot] ?? spoken.own[slot] ?? [])]);
  const unfit = present.flatMap((slot) => [given[slot] ?? []].flat().flatMap((one) => misfitsOf(slot, one)));
  const text = fillTemplate(spoken.template, filling, spoken.own);
  return { text, filled: Object.fromEntries(filled), template: spoken.template, unfit };
}

/** Changes the speaker everywhere except in the caller's values. */
function speak({ template, own }: Source, given: GivenValues, person: Person): Source {
  const kept = Object.entries(own).filter(([slot]) => given[slot] === undefined);
  const line = speakAs(fillTemplate(template, {}, Object.fromEntries(kept)), person);
  if (line !== undefined) return { template: line, own: {} };
  const detail = 'The line has a speaker and speaks to “you”, so `person` cannot be “you”. Send “I” or “we”.';
  return fail('invalid_body', detail, { errors: [{ pointer: '#/person', detail }] });
}

type Source = { template: string; own: SlotValues };
type Chosen = Source & { given: GivenValues; unknown: readonly string[] };

/** Replaces words of the line by [topic] everywhere. Slots without a value become words again, so that they can be chosen too. */
function slotWords({ template, own }: Source, given: GivenValues, words: readonly string[]): Chosen {
  if (words.length === 0) return { template, own, given, unknown: [] };
  const kept = Object.entries(own).filter(([slot]) => given[slot] === undefined);
  const line = fillTemplate(template, {}, Object.fromEntries(kept));
  const longestFirst = words.map((word) => RegExp.escape(word)).sort((a, b) => b.length - a.length);
  const places = new RegExp(`\\[topic\\]|(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const found = Array.from(line.matchAll(places), ([place]) =>
    place === '[topic]' ? 'topic' : words.find((word) => word.toLowerCase() === place.toLowerCase()),
  );
  const nthOf = (key: string, at: number) => found.slice(0, at).filter((other) => other === key).length;
  const topics = found.map((key = '', at) => valueAt(given[key], nthOf(key, at)) ?? '');
  const unknown = words.filter((word) => !found.includes(word));
  return { template: line.replace(places, '[topic]'), own: {}, given: { ...given, topic: topics }, unknown };
}

function failWithoutSlot(): never {
  const detail = `The template has no slot. Write one of ${slots.map((slot) => `[${slot}]`).join(', ')} where a value belongs, or name words of it in \`slots\`.`;
  return fail('invalid_body', detail, { errors: [{ pointer: '#/template', detail }] });
}

/**
 * Uses the hook's template; if a source gave one without known slots, the template of its text; else the text. Slots without a new value
 * keep the words of the line.
 */
function ofHook(snapshot: Snapshot, id: string): Source {
  const number = hookNumber(id) ?? fail('not_found', 'A hook id is hook_ and digits, such as hook_1204.');
  const row = findRow(snapshot, number);
  if (row === undefined) {
    const retired = findRetired(snapshot, number);
    if (retired?.mergedInto !== undefined)
      fail('gone', `hook_${number} was merged into hook_${retired.mergedInto}. Send that id.`);
    if (retired) fail('gone', `hook_${number} was retired from the catalog.`);
    fail('not_found', `There is no hook_${number}.`);
  }
  const { text, template } = fullRecord(snapshot, row);
  for (const candidate of [template, slotTemplate(text)]) {
    const own = candidate === null || slotsOf(candidate).length === 0 ? undefined : readSlots(candidate, text);
    if (candidate !== null && own) return { template: candidate, own };
  }
  return { template: text, own: {} };
}

function unknownKey(key: string, present: readonly Slot[], isShort: boolean): Fault {
  const has = present.length > 0 ? `Its slots are ${present.map((name) => `[${name}]`).join(', ')}` : 'It has no slot';
  return {
    pointer: isShort ? '#/topic' : `#/slots/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    detail: `The line has no [${key}] and no words “${key}”. ${has}; a key of \`slots\` can also be words of the line.`,
  };
}

function simplify(value: string | string[]): string | string[] {
  return typeof value !== 'string' && value.length === 1 ? (value[0] ?? '') : value;
}

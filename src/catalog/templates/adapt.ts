// Adapts a line: the slots of a template, or of a hook's template, filled with values of the caller.
import { fillTemplate, readSlots, type SlotValues } from '../../labels/templates/fill.ts';
import { slotTemplate } from '../../labels/templates/slot-template.ts';
import { type Slot, slots, slotsOf } from '../../labels/templates/slots.ts';
import { type Fault, fail } from '../../lib/errors.ts';
import { hookNumber } from '../../lib/ids.ts';
import { findRetired, findRow, type Snapshot } from '../snapshot/snapshot.ts';
import { fullRecord } from '../summary.ts';

export type AdaptInput = { template?: string; id?: string; slots?: SlotValues; topic?: string };
export type Adapted = { text: string; filled: SlotValues; template: string };

/** Throws `invalid_body` if a slot has no value, and if a value has no slot. */
export function adapt(snapshot: Snapshot, input: AdaptInput): Adapted {
  const { template, own } = input.id === undefined ? ofTemplate(input.template ?? '') : ofHook(snapshot, input.id);
  const given: SlotValues = { ...input.slots, ...(input.topic === undefined ? {} : { topic: input.topic }) };
  const present = [...new Set(slotsOf(template))];
  const faults = [
    ...slots
      .filter((slot) => given[slot] !== undefined && !present.includes(slot))
      .map((slot) => unknownSlot(input, slot, present)),
    ...present.filter((slot) => given[slot] === undefined && own[slot] === undefined).map(missingSlot),
  ];
  if (faults.length > 0) fail('invalid_body', faults.map(({ detail }) => detail).join(' '), { errors: faults });
  const filled: SlotValues = Object.fromEntries(
    present.map((slot) => [slot, simplify(given[slot] ?? own[slot] ?? [])]),
  );
  return { text: fillTemplate(template, given, own), filled, template };
}

type Source = { template: string; own: SlotValues };

function ofTemplate(template: string): Source {
  if (slotsOf(template).length > 0) return { template, own: {} };
  const detail = `The template has no slot. Write one of ${slots.map((slot) => `[${slot}]`).join(', ')} where a value belongs.`;
  return fail('invalid_body', detail, { errors: [{ pointer: '#/template', detail }] });
}

/** Its own template, or where a source gave one without our slots, that of its text. Slots without a new value keep what the line has. */
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
  const detail = `hook_${number} has no slot: nothing in its line is specific enough. Send your own \`template\`.`;
  return fail('invalid_body', detail, { errors: [{ pointer: '#/id', detail }] });
}

function unknownSlot({ topic }: AdaptInput, slot: Slot, present: readonly Slot[]): Fault {
  const pointer = slot === 'topic' && topic !== undefined ? '#/topic' : (`#/slots/${slot}` as const);
  return { pointer, detail: `The line has no [${slot}]. It has ${present.map((name) => `[${name}]`).join(', ')}.` };
}

function missingSlot(slot: Slot): Fault {
  return { pointer: `#/slots/${slot}`, detail: `[${slot}] has no value. Send \`slots.${slot}\`.` };
}

export function simplify(value: string | string[]): string | string[] {
  return typeof value !== 'string' && value.length === 1 ? (value[0] ?? '') : value;
}

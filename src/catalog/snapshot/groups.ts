// Template groups: the rows that share their template with another row, compared by templateKey.
import { type Slot, slots, slotsOf, textsAround } from '../../labels/templates/slots.ts';
import { hashKeys } from './filter-columns.ts';
import { firstRows, groupRows, mergeRowGroups, type RowGroups, type Texts } from './groups/row-groups.ts';
import { gone, type NewRows } from './pairs.ts';
import { readText, textComparer } from './record-text.ts';
import { sharedShorts } from './shared-arrays.ts';
import type { Rows, TemplateGroups } from './snapshot.ts';

type Templates = Pick<Rows, 'hashes' | 'records' | 'offsets' | 'briefLengths'>;

export function findTemplateGroups(rows: Templates): TemplateGroups {
  const groups = groupRows(templatesOf(rows));
  const firsts = firstRows(groups);
  const slots = sharedShorts(groups.count);
  for (let group = 0; group < groups.count; group++)
    slots[group] = frameSlots(readText(rows, firsts[group], 'template'));
  return { ...groups, slots };
}

/** Returns the same as findTemplateGroups(rows). */
export function mergeTemplateGroups(
  rows: Templates,
  { templateGroups: base, hashes }: Pick<Rows, 'templateGroups' | 'hashes'>,
  newRows: NewRows,
  changed: Pick<Rows, 'hashes'>,
): TemplateGroups {
  const groups = mergeRowGroups(
    templatesOf(rows),
    { groups: base, hashes: hashes.template },
    newRows,
    changed.hashes.template,
  );
  const firsts = firstRows(groups);
  const baseFirsts = firstRows(base).map((row) => newRows[row]);
  const slots = sharedShorts(groups.count);
  let inBase = 0;
  for (let group = 0; group < groups.count; group++) {
    const first = firsts[group];
    while (inBase < base.count && (baseFirsts[inBase] < first || baseFirsts[inBase] === gone)) inBase++;
    const isKept = inBase < base.count && baseFirsts[inBase] === first;
    slots[group] = isKept ? base.slots[inBase] : frameSlots(readText(rows, first, 'template'));
  }
  return { ...groups, slots };
}

export function slotBits(names: readonly Slot[]): number {
  return names.reduce((bits, name) => bits | (1 << slots.indexOf(name)), 0);
}

const word = /\p{L}[\p{L}\p{M}'’]*/gu;

/** Returns 0 for `[quote]!` and `This is [name]`: a frame has at least two words in addition to its slots, and four including them. */
function frameSlots(template: string): number {
  const own = slotsOf(template);
  const words = textsAround(template).join(' ').match(word)?.length ?? 0;
  return words >= 2 && words + own.length >= 4 ? slotBits(own) : 0;
}

function templatesOf(rows: Templates): Texts {
  const haveSameBytes = textComparer(rows, 'template');
  const keyOf = (row: number) => hashKeys.template(readText(rows, row, 'template'));
  return {
    hashes: rows.hashes.template,
    // Most templates have the same bytes, and reading both takes several times as long.
    areSame: (row, other) => haveSameBytes(row, other) || keyOf(row) === keyOf(other),
  };
}

// Text groups: the rows that share their words with another row.

/** Hashes the first half of a text group, which is 16 hexadecimal digits, so different groups may have the same hash. Never returns 0. */
export function hashTextGroup(textGroup: string): number {
  return Number.parseInt(textGroup.slice(0, 8), 16) || 1;
}

type Hashed = Pick<Rows, 'textHashes' | 'records' | 'offsets' | 'briefLengths'>;

export function findTextGroups(rows: Hashed): RowGroups {
  return groupRows(textsOf(rows));
}

/** Returns the same as findTextGroups(rows). */
export function mergeTextGroups(
  rows: Hashed,
  base: Pick<Rows, 'textGroups' | 'textHashes'>,
  newRows: NewRows,
  changed: Pick<Rows, 'textHashes'>,
): RowGroups {
  const { textGroups: groups, textHashes: hashes } = base;
  return mergeRowGroups(textsOf(rows), { groups, hashes }, newRows, changed.textHashes);
}

/** Rows with the same hash are compared by their records, so that a row takes only 4 bytes. */
function textsOf(rows: Hashed): Texts {
  return { hashes: rows.textHashes, areSame: textComparer(rows, 'text_group') };
}

// Hooks with the same words: the rows whose text group another row has too.
import type { NewRows } from '../new-rows.ts';
import { textComparer } from '../record-text.ts';
import type { Rows } from '../snapshot.ts';
import { groupRows, mergeRowGroups, type RowGroups, type Texts } from './row-groups.ts';

/** Of the first half of a text group, which is 16 hexadecimal digits, so different groups may have the same. Never 0. */
export function hashTextGroup(textGroup: string): number {
  return Number.parseInt(textGroup.slice(0, 8), 16) || 1;
}

type Hashed = Pick<Rows, 'textHashes' | 'records' | 'offsets' | 'briefLengths'>;

export function findTextGroups(rows: Hashed): RowGroups {
  return groupRows(textsOf(rows));
}

/** Equals findTextGroups(rows). */
export function mergeTextGroups(
  rows: Hashed,
  base: Pick<Rows, 'textGroups' | 'textHashes'>,
  newRows: NewRows,
  changed: Pick<Rows, 'textHashes'>,
): RowGroups {
  const { textGroups: groups, textHashes: hashes } = base;
  return mergeRowGroups(textsOf(rows), { groups, hashes }, newRows, changed.textHashes);
}

/** Rows of the same hash are compared in their records, so that a row takes 4 bytes. */
function textsOf(rows: Hashed): Texts {
  return { hashes: rows.textHashes, areSame: textComparer(rows, 'text_group') };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { gone } from '../new-rows.ts';
import { groupRows, mergeRowGroups, type Texts } from './row-groups.ts';

/** Few texts and fewer hashes, so that most texts are shared, and most hashes belong to several texts. '' is none. */
const text = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
const lines = fc.array(text, { maxLength: 40 });
const hashOf = (line: string) => (line === '' ? 0 : (line.charCodeAt(0) % 3) + 1);

function textsOf(of: readonly string[]): Texts {
  return { hashes: Uint32Array.from(of, hashOf), areSame: (row, other) => of[row] === of[other] };
}

test('groupRows returns the rows whose text another row has, in groups of one text in order of their first rows', () => {
  fc.assert(
    fc.property(lines, (of) => {
      const { count, rows, groups } = groupRows(textsOf(of));
      const sharing = [...of.keys()].filter((row) => of[row] !== '' && of.indexOf(of[row]) !== of.lastIndexOf(of[row]));
      const shared = [...new Set(sharing.map((row) => of[row]))];
      assert.deepEqual([...rows], sharing);
      assert.deepEqual(
        [...groups],
        sharing.map((row) => shared.indexOf(of[row])),
      );
      assert.equal(count, shared.length);
    }),
  );
});

const step = fc.record({ text, kind: fc.constantFrom('keep', 'keep', 'remove', 'add') });

test('groups merged after rows were removed and added equal those of all rows', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const before = steps.filter(({ kind }) => kind !== 'add').map((one) => one.text);
      const after = steps.filter(({ kind }) => kind !== 'remove').map((one) => one.text);
      let size = 0;
      const newRows = steps.flatMap(({ kind }) => {
        const row = kind === 'remove' ? gone : size++;
        return kind === 'add' ? [] : [row];
      });
      const added = steps.filter(({ kind }) => kind === 'add').map((one) => hashOf(one.text));
      const base = textsOf(before);
      const merged = mergeRowGroups(
        textsOf(after),
        { groups: groupRows(base), hashes: base.hashes },
        Uint32Array.from(newRows),
        added,
      );
      assert.deepEqual(merged, groupRows(textsOf(after)));
    }),
  );
});

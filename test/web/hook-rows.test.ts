// Lists of hooks with bulk edits: groups of one text, selection by ranges, optimistic edits and their undo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewedHook } from '../../src/catalog/curation/operator-hook.ts';
import { applyEdits, dropEdit, type Edit, restoreEdit, undoable } from '../../web/src/features/bulk/edits.ts';
import { groupsOf, type Row, rowsOf } from '../../web/src/features/bulk/rows.ts';
import {
  clear,
  extendTo,
  focus,
  move,
  noSelection,
  type Selection,
  settle,
  targetOf,
  toggle,
} from '../../web/src/features/bulk/selection.ts';
import { defined } from '../setup/defined.ts';

const hook = (id: string, text_group = `text ${id}`) => ({ id, text_group, niche: 'finance' }) as ReviewedHook;
const idsOf = (rows: readonly Row[]) => rows.map(({ ids }) => ids.join('+'));
const rowsIn = (hooks: ReviewedHook[], open: string[] = []) => rowsOf(groupsOf(hooks), new Set(open));
const rows = rowsIn(['1', '2', '3', '4', '5'].map((id) => hook(id)));
const row = (n: number) => defined(rows[n]);
const selected = ({ ids }: Selection) => [...ids].sort().join('');

test('hooks of the same text are one row, which expands into rows', () => {
  const hooks = [hook('1', 'x'), hook('2'), hook('3', 'x'), hook('2')];
  assert.deepEqual(idsOf(rowsIn(hooks)), ['1+3', '2']);
  const open = rowsIn(hooks, ['x']);
  assert.deepEqual(idsOf(open), ['1+3', '1', '3', '2']);
  assert.equal(open.map(({ isMember = false }) => Number(isMember)).join(''), '0110');
  assert.equal(new Set(open.map(({ key }) => key)).size, 4);
});

test('a range is selected from its anchor to the cursor, and moving back shrinks it', () => {
  let selection = toggle(noSelection, row(4));
  selection = move(focus(selection, '2'), rows, 1, true);
  selection = move(selection, rows, 1, true);
  assert.equal(selected(selection), '2345');
  selection = move(selection, rows, -1, true);
  assert.deepEqual([selected(selection), selection.cursor], ['235', '3']);
  selection = extendTo(selection, rows, '1');
  assert.deepEqual([selected(selection), selection.cursor], ['125', '1']);
  selection = toggle(selection, row(0));
  assert.equal(selected(selection), '25');
  assert.equal(selected(extendTo(toggle(clear(selection), row(1)), rows, '4')), '234');
});

test('a hook loaded into a selected row is selected too, and no other', () => {
  const before = rowsIn([hook('1', 'x'), hook('2'), hook('3', 'y')]);
  const after = rowsIn([hook('1', 'x'), hook('2'), hook('3', 'y'), hook('4', 'x'), hook('5', 'y'), hook('6')]);
  const both = toggle(toggle(noSelection, defined(before[0])), defined(before[1]));
  assert.equal(selected(settle(both, before, after)), '124');
  assert.equal(settle(both, after, after), both, 'nothing is new');
});

test('a command applies to the selected hooks, else to all hooks of the row at the cursor', () => {
  const grouped = rowsIn([hook('1', 'x'), hook('2', 'x'), hook('3')]);
  const atGroup = move(noSelection, grouped, 1);
  assert.deepEqual(targetOf(atGroup, grouped), ['1', '2']);
  assert.deepEqual(targetOf(toggle(atGroup, defined(grouped[1])), grouped), ['3']);
  assert.deepEqual(targetOf(noSelection, grouped), []);
});

const edit = (number: number, ids: string[], values: Edit['values']): Edit => ({
  ...{ number, ids: new Set(ids), values, done: 'Accepted', isSaved: false, count: ids.length },
});
const niches = (edits: readonly Edit[]) =>
  applyEdits([hook('1'), hook('2'), hook('3')], edits).map(({ niche }) => niche);

test('edits are shown at once, later over earlier ones, and disappear when undone', () => {
  const edits = [edit(1, ['1', '2'], { niche: 'food' }), edit(2, ['2'], { niche: 'travel' })];
  assert.deepEqual(niches(edits), ['food', 'travel', 'finance']);
  assert.equal(undoable(edits)?.number, 2);
  const undone = dropEdit(edits, 2);
  assert.deepEqual(niches(undone), ['food', 'food', 'finance']);
  assert.deepEqual(niches(restoreEdit(dropEdit(edits, 1), defined(edits[0]))), ['food', 'travel', 'finance']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { percentile } from '../../percentile.ts';
import { collectLabels } from '../../snapshot/label-columns.ts';
import { type Dimension, dimensions } from '../../snapshot/snapshot.ts';
import { summariseGroups } from './groups.ts';

type Labels = Record<Dimension, string | null>;

function catalogOf(hooks: readonly (Partial<Labels> & { views: number })[]) {
  const collected = collectLabels(hooks.length);
  const unknown = Object.fromEntries(dimensions.map((name) => [name, null])) as Labels;
  for (const [row, hook] of hooks.entries()) collected.add(row, { ...unknown, ...hook });
  const views = new Float64Array(new SharedArrayBuffer(8 * hooks.length));
  views.set(hooks.map((hook) => hook.views));
  return { size: hooks.length, columns: collected.finish(), views };
}

const value = fc.constantFrom('a', 'b', 'c', null);
const hooks = fc
  .array(fc.record({ niche: value, format: value, language: value, views: fc.nat() }), { maxLength: 40 })
  .map((list) => list.toSorted((a, b) => b.views - a.views));

test('law: each hook is in the group of its labels, and the figures are those of its hooks', () => {
  const asked = fc.uniqueArray(fc.constantFrom('niche', 'format', 'language'), { minLength: 1 });
  fc.assert(
    fc.property(hooks, asked, fc.boolean(), (list, wanted, isWhole) => {
      const catalog = catalogOf(list);
      const rows = Uint32Array.from(list.keys()).filter((row) => isWhole || row % 2 === 0);
      const byLabels = Map.groupBy(rows, (row) => JSON.stringify(wanted.map((name) => list[row]?.[name] ?? null)));
      const expected = [...byLabels].map(([labels, own]) => ({
        ...Object.fromEntries(JSON.parse(labels).map((label: string | null, at: number) => [wanted[at], label])),
        count: own.length,
        median_views: percentile(catalog, Uint32Array.from(own), 0.5),
        p90_views: percentile(catalog, Uint32Array.from(own), 0.9),
      }));
      const { groups, total } = summariseGroups(catalog, rows, wanted);
      assert.deepEqual(
        groups,
        expected.toSorted((a, b) => b.count - a.count),
      );
      assert.equal(total, expected.length);
    }),
  );
});

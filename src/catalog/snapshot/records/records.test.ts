// Tests that records in memory expand to the JSON of the hook, and that single values are found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type HookColumn, hookColumn, recordColumns } from '../../../db/hook-columns.ts';
import { type HookRow, toRecord } from '../../record.ts';
import { collectRecords } from '../record-bytes.ts';
import { maxRecordBytes, recordBytes, recordWriter } from './expand.ts';

const types: Record<HookColumn['type'], fc.Arbitrary<unknown>> = {
  text: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '"', '\\', '\u0001', '\u0002', 'null', '"given"', ',"likes":', ',"text_group":"'),
  ),
  bigint: fc.nat(),
  int: fc.nat(),
  'double precision': fc.double({ noNaN: true, noDefaultInfinity: true }),
  timestamptz: fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.getTime()),
  boolean: fc.boolean(),
};
const row = fc.record(
  Object.fromEntries(
    recordColumns.map((name) => {
      const { type, values, nullable } = hookColumn(name);
      // Values that the table of columns does not list must be kept too.
      const value = values ? fc.constantFrom(...values, 'another') : types[type];
      return [name, nullable ? fc.option(value, { nil: null }) : value];
    }),
  ),
) as unknown as fc.Arbitrary<HookRow>;

test('a written record is the JSON of its hook, within the reserved bytes', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (hooks) => {
      const { add, finish } = collectRecords(hooks.length);
      for (const [at, hook] of hooks.entries()) add(at, hook);
      const rows = finish();
      const writeRecord = recordWriter(rows);
      for (const [at, hook] of hooks.entries()) {
        const json = JSON.stringify(toRecord(hook));
        assert.equal(recordBytes(rows, at).toString(), json);
        const target = Buffer.alloc(5 + maxRecordBytes(rows, at));
        assert.equal(target.toString('utf8', 5, writeRecord(at, target, 5)), json);
        const brief = rows.records.toString('utf8', rows.offsets[at], rows.offsets[at] + rows.briefLengths[at]);
        assert.ok(json.startsWith(`${brief},"format":`));
      }
    }),
    { numRuns: 30 },
  );
});

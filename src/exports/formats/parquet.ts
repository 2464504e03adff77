// parquet: typed columns in row groups, by hyparquet-writer. Pure.
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { recordEnd } from '../../catalog/snapshot/snapshot.ts';
import { columns, flatten } from './columns.ts';
import type { Encoder } from './encode.ts';

/** A group is held in memory; readers skip whole groups, and twice the rows save no more than a hundredth of the bytes. */
const rowsPerGroup = 10_000;

export const encodeParquet: Encoder = (hooks, rows, write) => {
  const { records, offsets } = hooks;
  const bytes = new ByteWriter();
  const hand = () => {
    write(bytes.getBytes());
    bytes.index = 0;
  };
  const writer = Object.assign(bytes, { flush: hand, finish: hand });
  const group = columns.map((column) => ({ ...column, data: [] as unknown[] }));
  const schema = schemaFromColumnData({ columnData: group });
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'hookline' });
  for (let first = 0; first < rows.length || first === 0; first += rowsPerGroup) {
    const inGroup = rows.subarray(first, first + rowsPerGroup);
    for (const column of group) column.data = new Array(inGroup.length);
    for (let at = 0; at < inGroup.length; at++) {
      const row = inGroup[at];
      const hook = flatten(records.toString('utf8', offsets[row], recordEnd(hooks, row)));
      for (const { name, type, data } of group) data[at] = typed(hook[name], type);
    }
    parquet.write({ columnData: group, rowGroupSize: rowsPerGroup });
  }
  parquet.finish();
};

function typed(value: string | number | boolean | null, type: string): unknown {
  if (value === null) return null;
  if (type === 'INT64') return BigInt(value);
  if (type === 'TIMESTAMP') return Date.parse(String(value));
  return value;
}

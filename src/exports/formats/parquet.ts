// parquet: typed columns in row groups, by hyparquet-writer.
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { recordBytes } from '../../catalog/snapshot/records/expand.ts';
import { columns, columnsOf, type Encoder, type FlatHook, flatten } from './format.ts';

/** A row group is kept in memory. Readers skip whole groups, and twice the rows make the file at most 1 % smaller. */
const rowsPerGroup = 10_000;

export const encodeParquet: Encoder = (hooks, rows, write, fields) => {
  const bytes = new ByteWriter();
  const passOn = () => {
    write(bytes.getBytes());
    bytes.index = 0;
  };
  const writer = Object.assign(bytes, { flush: passOn, finish: passOn });
  const group = (fields === null ? columns : columnsOf(fields)).map((column) => ({ ...column, data: [] as unknown[] }));
  const schema = schemaFromColumnData({ columnData: group });
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'hookline' });
  for (let first = 0; first < rows.length || first === 0; first += rowsPerGroup) {
    const groupRows = rows.subarray(first, first + rowsPerGroup);
    for (const column of group) column.data = new Array(groupRows.length);
    let at = 0;
    for (const row of groupRows) {
      const hook = flatten(recordBytes(hooks, row).toString());
      for (const { name, type, data } of group) data[at] = typed(hook[name], type);
      at++;
    }
    parquet.write({ columnData: group, rowGroupSize: rowsPerGroup });
  }
  parquet.finish();
};

function typed(value: FlatHook[string] | undefined, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'INT64') return BigInt(value);
  if (type === 'TIMESTAMP') return Date.parse(String(value));
  return value;
}

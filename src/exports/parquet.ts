// parquet: typed columns in row groups, by hyparquet-writer. Pure.
import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import { recordEnd } from '../catalog/snapshot.ts';
import { columns, type FlatHook, flatten } from './columns.ts';
import type { Encoder } from './encode.ts';

/** A group is held in memory; readers skip whole groups, and twice the rows save no more than a hundredth of the bytes. */
const rowsPerGroup = 10_000;

export const encodeParquet: Encoder = (hooks, rows, write) => {
  const { records, offsets } = hooks;
  const writer = new ByteWriter();
  const hand = () => {
    write(writer.getBytes());
    writer.index = 0;
  };
  function* flatHooks() {
    for (const row of rows) yield toTyped(flatten(records.toString('utf8', offsets[row], recordEnd(hooks, row))));
  }
  parquetWriteRows({
    writer: Object.assign(writer, { flush: hand, finish: hand }),
    rows: flatHooks(),
    columns: columns.map((column) => ({ ...column })),
    rowGroupSize: rowsPerGroup,
    createdBy: 'hookline',
  });
};

const [wholeNumbers, moments] = (['INT64', 'TIMESTAMP'] as const).map((type) =>
  columns.filter((column) => column.type === type).map(({ name }) => name),
);

function toTyped(hook: FlatHook): Record<string, unknown> {
  const typed: Record<string, unknown> = hook;
  for (const name of wholeNumbers) if (hook[name] !== null) typed[name] = BigInt(hook[name]);
  for (const name of moments) if (hook[name] !== null) typed[name] = Date.parse(String(hook[name]));
  return typed;
}

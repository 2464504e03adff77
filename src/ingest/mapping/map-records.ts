// Maps batches of raw records to batches of incoming hooks; binds the mapping to the columns of the file once.
import { isObject } from '../formats/parse-json.ts';
import { type IncomingHook, isRejection, type RawRecord, type Rejection, reject } from '../formats/record.ts';
import { type Binding, bindByName, bindMapping, detectPreset, withPreset } from './bind-mapping.ts';
import { type MapOptions, mapRecord } from './map-record.ts';
import type { Mapping } from './mapping.ts';

export type MapFileOptions = MapOptions & {
  /** Reads a file that has the columns of a preset with that preset. */
  detectsPreset?: boolean;
  /** Called at the first record, also if the file is rejected for want of a column. */
  onBind?: (binding: Binding) => void;
};

/** A file without a column for the text or the views is rejected once, not once per record. */
export async function* mapRecords(
  batches: AsyncIterable<Array<RawRecord | Rejection>>,
  mapping: Mapping,
  { detectsPreset = false, onBind = () => {}, ...options }: MapFileOptions,
): AsyncGenerator<Array<IncomingHook | Rejection>> {
  let bound: Mapping | null = null;
  for await (const batch of batches) {
    const records = batch.map((item) => (isRejection(item) ? item : unwrapRejected(item)));
    const first = records.find((item): item is RawRecord => !isRejection(item));
    if (bound === null && first !== undefined) {
      const columns = columnsOf(records);
      const preset = detectsPreset ? detectPreset(columns) : null;
      const wanted = preset === null ? mapping : withPreset(preset, mapping);
      const result = bindMapping(wanted, columns);
      onBind({ mapping: typeof result === 'string' ? bindByName(wanted, columns) : result, columns, preset });
      if (typeof result === 'string') {
        yield [...records.filter(isRejection), reject({ ...first.position, record: 0 }, 'file', result)];
        return;
      }
      bound = result;
    }
    const mapped: Array<IncomingHook | Rejection> = [];
    for (const item of records) {
      if (isRejection(item)) mapped.push(item);
      else if (bound !== null) mapped.push(mapRecord(item, bound, options));
    }
    yield mapped;
  }
}

function columnsOf(records: Array<RawRecord | Rejection>): string[] {
  const columns = new Set<string>();
  for (const item of records)
    if (!isRejection(item)) for (const column of Object.keys(item.fields)) columns.add(column);
  return [...columns];
}

/**
 * A line of rejects.jsonl contains the rejected record, so that a corrected file or a more lenient import can import it. A line
 * without a record is rejected again for the same reason.
 */
function unwrapRejected(item: RawRecord): RawRecord | Rejection {
  const { fields, position } = item;
  if (!Object.hasOwn(fields, 'reason')) return item;
  const isReject = ['file', 'line', 'field', 'value'].every((key) => Object.hasOwn(fields, key));
  if (!isReject) return item;
  const { file, line, field, reason, value } = fields;
  if (isObject(value)) return { position, fields: value };
  if (typeof file !== 'string' || typeof reason !== 'string') return item;
  const at = typeof line === 'number' && line >= 1 && line <= 2 ** 31 - 1 ? Math.trunc(line) : position.line;
  const where = { file: file.slice(0, 1000), line: at, record: position.record };
  return reject(where, typeof field === 'string' ? field.slice(0, 100) : null, reason.slice(0, 1000), value);
}

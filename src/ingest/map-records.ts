// Batches of raw records to batches of incoming hooks: binds the mapping to the file's columns once. Mapping one is elsewhere.
import { type MapOptions, mapRecord } from './map-record.ts';
import { bindMapping, type Mapping } from './mapping.ts';
import { type IncomingHook, isRejection, type RawRecord, type Rejection, reject } from './record.ts';

/** A file whose columns hold no text or no views is refused once, not once for every record. */
export async function* mapRecords(
  batches: AsyncIterable<Array<RawRecord | Rejection>>,
  mapping: Mapping,
  options: MapOptions,
): AsyncGenerator<Array<IncomingHook | Rejection>> {
  let bound: Mapping | null = null;
  for await (const batch of batches) {
    const records = batch.map((item) => (isRejection(item) ? item : unwrapRejected(item)));
    const first = records.find((item): item is RawRecord => !isRejection(item));
    if (bound === null && first !== undefined) {
      const result = bindMapping(mapping, columnsOf(records));
      if (typeof result === 'string') {
        yield [...records.filter(isRejection), reject({ ...first.position, record: 0 }, 'file', result)];
        return;
      }
      bound = result;
    }
    const mapped: Array<IncomingHook | Rejection> = [];
    for (const item of records)
      mapped.push(isRejection(item) || bound === null ? (item as Rejection) : mapRecord(item, bound, options));
    yield mapped;
  }
}

function columnsOf(records: Array<RawRecord | Rejection>): string[] {
  const columns = new Set<string>();
  for (const item of records)
    if (!isRejection(item)) for (const column of Object.keys(item.fields)) columns.add(column);
  return [...columns];
}

/** A line of rejects.jsonl carries the record it refused, so that a mended or more lenient import can take it again. */
function unwrapRejected(item: RawRecord): RawRecord {
  const { fields } = item;
  if (!Object.hasOwn(fields, 'reason')) return item;
  const { value } = fields;
  const isReject = ['file', 'line', 'record', 'field'].every((key) => Object.hasOwn(fields, key));
  if (!isReject || typeof value !== 'object' || value === null || Array.isArray(value)) return item;
  return { position: item.position, fields: value as Record<string, unknown> };
}

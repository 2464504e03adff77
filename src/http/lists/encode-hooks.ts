// Hooks of a list in each form: joined JSON, CSV as in exports, or JSON Lines.
import { fullHookFields, hookFields } from '../../catalog/hook.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { columnsOf } from '../../exports/formats/columns.ts';
import { toCsv } from '../../exports/formats/csv.ts';
import { type ByteString, joinRecords, pickFields, toByteString } from '../pipeline/records.ts';
import type { Output } from './output.ts';

export type Shown = {
  isFull: boolean;
  /** Null: all. */
  fields: readonly string[] | null;
  /** Of each row, in the same order. */
  highlights?: readonly (readonly [number, number][])[];
};

/** In JSON, what stands between the brackets of `data`. */
export function encodeHooks(output: Output, snapshot: Snapshot, rows: Uint32Array, shown: Shown): ByteString {
  const { isFull, fields, highlights } = shown;
  if (output === 'csv')
    return toByteString(toCsv(snapshot, rows, columnsOf(fields ?? (isFull ? fullHookFields : hookFields))));
  const separator = output === 'jsonl' ? '\n' : ',';
  const members = highlights?.map((list) => `"highlights":${JSON.stringify(list)}`);
  const hooks = fields
    ? pickFields(
        joinRecords(snapshot, rows, isFull, { members }),
        members ? [...fields, 'highlights'] : fields,
        separator,
      )
    : joinRecords(snapshot, rows, isFull, { separator, members });
  return output === 'jsonl' && rows.length > 0 ? `${hooks}\n` : hooks;
}

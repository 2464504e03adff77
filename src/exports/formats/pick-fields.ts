// Copies some fields of a record, without parsing it: its members have a fixed order.
import { recordClosing, recordMembers } from '../../catalog/record.ts';
import { hookColumn } from '../../db/hook-columns.ts';

/** Writes the chosen fields as JSON to `target` from `to` on, which takes no more bytes than the record. Returns the end. */
type PickFields = (record: Uint8Array, target: Uint8Array, to: number) => number;

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openingBrace, closingBrace] = [0x7b, 0x7d];

export function createFieldPicker(fields: readonly string[]): PickFields {
  const members = recordMembers.map(({ name, opening }, at) => {
    const { path: [field = name] = [name] } = hookColumn(name);
    const previous = recordMembers[at - 1]?.name;
    return {
      length: Buffer.byteLength(opening),
      /** Braces that end the objects of the member before. */
      closing: opening.length - opening.replace(/^}+/, '').length,
      isFirst: previous === undefined || (hookColumn(previous).path?.[0] ?? previous) !== field,
      isChosen: fields.includes(field),
    };
  });

  return (record, target, to) => {
    target[to++] = openingBrace;
    const first = to;
    let from = 0;
    let start = 0;
    let isCopied = false;
    const copy = (end: number) => {
      if (!isCopied) return;
      if (to > first) target[to++] = comma;
      for (let at = start; at < end; at++) target[to++] = record[at] ?? 0;
    };
    for (const { length, closing, isFirst, isChosen } of members) {
      if (isFirst) {
        copy(from + closing);
        // After the comma, or the brace of the record.
        start = from + closing + 1;
        isCopied = isChosen;
      }
      from = endOfValue(record, from + length);
    }
    copy(from + recordClosing.length - 1);
    target[to++] = closingBrace;
    return to;
  };
}

/** The end of the JSON of a text, number, boolean or null. */
export function endOfValue(record: Uint8Array, from: number): number {
  let at = from;
  if (record[at] !== quote) {
    while (record[at] !== comma && record[at] !== closingBrace) at++;
    return at;
  }
  while (record[++at] !== quote) if (record[at] === backslash) at++;
  return at + 1;
}

// Cells of an XLSX sheet: their column and their value. Dates become ISO texts.
import { dayMs } from '../../../lib/time.ts';

export type CellContext = { strings: readonly string[]; isDateStyle: readonly boolean[]; is1904: boolean };

/** As in the XML: `type` is its `t`, `style` its `s`. */
export type Cell = { type: string; style: number; text: string };

/** Columns of a sheet, up to XFD. */
const maxColumns = 16_384;

/** The 0-based column of `B7`, or -1. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > maxColumns) return -1;
  }
  return column - 1;
}

export function cellValue({ type, style, text }: Cell, context: CellContext): unknown {
  if (type === 's') return decodeEscapes(context.strings[Number(text)] ?? '');
  if (type === 'str' || type === 'inlineStr') return decodeEscapes(text);
  if (type === 'b') return text === '1';
  // Errors such as #N/A are no value.
  if (type === 'e' || text === '') return null;
  if (type === 'd') return text;
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  return context.isDateStyle[style] ? dateText(number, context.is1904) : number;
}

/** `_x000D_` is a carriage return. */
function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

const [days1900To1970, days1904To1970] = [25_569, 24_107];

/** A date or time as ISO 8601; less than a day as `h:mm:ss`. Dates are days since 1900, or in some workbooks since 1904. */
function dateText(serial: number, is1904: boolean): unknown {
  if (serial >= 0 && serial < 1) {
    const seconds = Math.round(serial * 86_400);
    const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
    return [Math.floor(seconds / 3600), ...parts].join(':');
  }
  const date = new Date(Math.round((serial - (is1904 ? days1904To1970 : days1900To1970)) * dayMs));
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1900 || date.getUTCFullYear() > 9999) return serial;
  return Number.isInteger(serial) ? date.toISOString().slice(0, 10) : date.toISOString();
}

/** `code`: the format if the workbook defines it. Others are built in. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49);
  // Texts, colours and conditions: "m" of "month", [Red], \d.
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));
}

// XLSX reader: the rows of a sheet to raw records. The first row with values, below any title, names the columns.

import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { dayMs } from '../../lib/time.ts';
import { isHeaderRow, isTitleRow, maxTitleRows, nameColumns } from './header.ts';
import { type RawRecord, type Rejection, reject } from './record.ts';

type XlsxOptions = {
  filename: string;
  /** Name of the sheet. */
  records?: string | null;
  /** Number of the row that names the columns. Default: detected. */
  headerRow?: number | null;
  /** Limit of the file, and of its unpacked bytes. */
  maxSpreadsheetBytes: number;
  onCut?: () => void;
};

/** `line`: 1-based number in the sheet; `values` by column. */
type Row = { line: number; values: unknown[] };

const batchSize = 1000;

export function isZip(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 4)).toString('hex') === '504b0304';
}

/** Throws the errors of `bytes`. */
export async function* readXlsx(
  bytes: AsyncIterable<Uint8Array>,
  { filename: file, records = null, headerRow = null, maxSpreadsheetBytes: maxBytes, onCut = () => {} }: XlsxOptions,
): AsyncGenerator<Array<RawRecord | Rejection>> {
  const packed = await collect(bytes, maxBytes);
  try {
    if (packed === null) throw new WorkbookError(tooLarge(maxBytes));
    const workbook = await openWorkbook(packed, { maxBytes, sheetName: records });
    yield* toRecords(readRows(workbook), file, headerRow);
  } catch (error) {
    onCut();
    const reason = error instanceof Error ? error.message : String(error);
    const whole = error instanceof WorkbookError ? reason : `the workbook is damaged: ${reason}`;
    yield [reject({ file, line: 1, record: 0 }, 'file', whole.slice(0, 500))];
  }
}

/** Returns null if the bytes exceed the limit. */
async function collect(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function* toRecords(
  batches: AsyncIterable<Row[]>,
  file: string,
  headerRow: number | null,
): AsyncGenerator<RawRecord[]> {
  let columns: (string | undefined)[] | null = null;
  let record = 0;
  for await (const rows of batches) {
    const records: RawRecord[] = [];
    const titles = columns === null ? titlesOf(rows, headerRow) : 0;
    for (const { line, values } of rows.slice(titles)) {
      if (columns === null) columns = nameColumns(values);
      else records.push({ position: { file, line, record: ++record }, fields: toFields(columns, values) });
    }
    if (records.length > 0) yield records;
  }
  if (columns !== null) return;
  const missing = headerRow === null ? 'is empty' : `has no row ${headerRow}`;
  throw new WorkbookError(`the sheet ${missing}; set --records to the name of another sheet`);
}

/** The number of rows above the header. */
function titlesOf(rows: readonly Row[], headerRow: number | null): number {
  if (headerRow !== null) return rows.filter(({ line }) => line < headerRow).length;
  const header = rows.slice(0, maxTitleRows).findIndex(({ values }) => !isTitleRow(values));
  return header > 0 && isHeaderRow(rows[header]?.values ?? []) ? header : 0;
}

function toFields(columns: readonly (string | undefined)[], values: readonly unknown[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  columns.forEach((column, index) => {
    if (column !== undefined) fields[column] = values[index] ?? null;
  });
  return fields;
}

/** Yields rows with a value. */
async function* readRows(workbook: Workbook): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  let row: Row = { line: 0, values: [] };
  let cell: Cell & { column: number } = { type: '', style: 0, text: '', column: -1 };
  let isText = false;
  const handlers = {
    open: (tag: string, { r, t = 'n', s = '0' }: Readonly<Record<string, string>>) => {
      if (tag === 'row') row = { line: Number(r) || row.line + 1, values: [] };
      else if (tag === 'c') {
        const column = r === undefined ? cell.column + 1 : columnOf(r);
        cell = { type: t, style: Number(s), text: '', column };
      }
      isText = tag === 'v' || tag === 't';
    },
    text: (piece: string) => {
      if (isText) cell.text += piece;
    },
    close: (tag: string) => {
      isText = false;
      if (tag === 'c' && cell.column >= 0) setCell(row, cell, cellValue(cell, workbook));
      if (tag !== 'row') return;
      if (row.values.length > 0) rows.push(row);
      cell.column = -1;
    },
  };
  for await (const _ of parseXml(await workbook.openSheet(), handlers)) {
    if (rows.length < batchSize) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

function setCell({ values }: Row, { column }: { column: number }, value: unknown): void {
  if (value !== null && value !== '') values[column] = value;
}

// Cells of an XLSX sheet: their column and their value. Dates become ISO texts.

type CellContext = { strings: readonly string[]; isDateStyle: readonly boolean[]; is1904: boolean };

/** `type` and `style` are the attributes `t` and `s` of the XML. */
type Cell = { type: string; style: number; text: string };

/** Excel's limit, column XFD. */
const maxColumns = 16_384;

/** 0-based column of `B7`, or -1. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > maxColumns) return -1;
  }
  return column - 1;
}

function cellValue({ type, style, text }: Cell, context: CellContext): unknown {
  if (type === 's') return decodeEscapes(context.strings[Number(text)] ?? '');
  if (type === 'str' || type === 'inlineStr') return decodeEscapes(text);
  if (type === 'b') return text === '1';
  // Errors such as #N/A do not count as values.
  if (type === 'e' || text === '') return null;
  if (type === 'd') return text;
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  return context.isDateStyle[style] ? dateText(number, context.is1904) : number;
}

/** Decodes `_x000D_` to a carriage return. */
function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

const [days1900To1970, days1904To1970] = [25_569, 24_107];

/** A date or time as ISO 8601, or `h:mm:ss` if it is less than a day. Dates are days since 1900, or since 1904 in some workbooks. */
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

/** `code`: the format if the workbook defines it. Other formats are built in. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49);
  // Removes texts, colours and conditions: "m" of "month", [Red], \d.
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));
}

// Opens an XLSX workbook: its sheets, shared strings and styles. The unpacked size of its parts is limited.

/** Its message is for the operator. */
class WorkbookError extends Error {}

type Workbook = CellContext & { openSheet: () => Promise<AsyncIterable<Uint8Array>> };

type Parts = { zip: ZipFile; entries: ReadonlyMap<string, Entry>; left: number; maxBytes: number };
type Sheet = { name: string; id: string; isHidden: boolean };

const folder = 'xl/';
const workbookPart = `${folder}workbook.xml`;
const relationsPart = `${folder}_rels/workbook.xml.rels`;
/** Far more than a workbook has. */
const maxEntries = 10_000;

/** `sheetName`: the sheet to read if the workbook has it, else the only sheet. Default: the first that is not hidden. */
async function openWorkbook(
  bytes: Buffer,
  { maxBytes, sheetName }: { maxBytes: number; sheetName: string | null },
): Promise<Workbook> {
  const parts = await openParts(bytes, maxBytes);
  let is1904 = false;
  const sheets: Sheet[] = [];
  await readPart(parts, workbookPart, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name === 'sheet') sheets.push(toSheet(attributes));
    },
  });
  const targets = new Map<string, string>();
  await readPart(parts, relationsPart, {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return;
      targets.set(Id, partOf(Target));
      targets.set(Type.slice(Type.lastIndexOf('/') + 1), partOf(Target));
    },
  });
  const sheet = targets.get(findSheet(sheets, sheetName).id) ?? '';
  return {
    is1904,
    strings: await readStrings(parts, targets.get('sharedStrings')),
    isDateStyle: await readStyles(parts, targets.get('styles')),
    openSheet: () => openPart(parts, sheet),
  };
}

async function openParts(bytes: Buffer, maxBytes: number): Promise<Parts> {
  const zip = await fromBufferPromise(bytes).catch((error) => {
    throw new WorkbookError(`the file is a ZIP archive that cannot be read (${error.message}); download it again`);
  });
  if (zip.entryCount > maxEntries) throw new WorkbookError(`the file is a ZIP archive of ${zip.entryCount} files`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  if (!entries.has(workbookPart))
    throw new WorkbookError('the file is a ZIP archive, not an XLSX workbook; unpack it, or save it as XLSX or CSV');
  return { zip, entries, left: maxBytes, maxBytes };
}

/** Counts the declared size, since yauzl fails when the unpacked size of a part differs. */
async function openPart(parts: Parts, name: string): Promise<AsyncIterable<Uint8Array>> {
  const entry = parts.entries.get(name);
  if (entry === undefined) throw new WorkbookError(`the workbook has no part ${name || 'of its sheet'}`);
  parts.left -= entry.uncompressedSize;
  if (parts.left < 0) throw new WorkbookError(tooLarge(parts.maxBytes));
  return parts.zip.openReadStreamPromise(entry);
}

function tooLarge(maxBytes: number): string {
  return `the workbook has or unpacks to more than ${maxBytes} bytes; save the sheet as CSV, or raise HOOKLINE_LIMIT_SPREADSHEET_BYTES`;
}

async function readPart(parts: Parts, name: string, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(await openPart(parts, name), handlers));
}

function toSheet({ name = '', state, ...attributes }: Readonly<Record<string, string>>): Sheet {
  const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
  return { name, id, isHidden: state === 'hidden' || state === 'veryHidden' };
}

function findSheet(sheets: readonly Sheet[], wanted: string | null): Sheet {
  const [first] = sheets;
  if (first === undefined) throw new WorkbookError('the workbook has no sheet');
  const named = sheets.find(({ name }) => name === wanted);
  if (named === undefined && wanted !== null && sheets.length > 1) {
    const names = sheets.map(({ name }) => name).slice(0, 20);
    throw new WorkbookError(`the workbook has no sheet "${wanted}"; set --records to one of: ${names.join(', ')}`);
  }
  return named ?? sheets.find(({ isHidden }) => !isHidden) ?? first;
}

/** Targets are absolute, or relative to the folder of the workbook. */
function partOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : folder + target;
}

/** The strings that cells refer to by number. Phonetic hints (`rPh`) are not part of a string. */
async function readStrings(parts: Parts, name: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (name === undefined) return strings;
  let text = '';
  let isText = false;
  let isHint = false;
  await readPart(parts, name, {
    open: (tag) => {
      if (tag === 'si') text = '';
      if (tag === 'rPh') isHint = true;
      isText = tag === 't' && !isHint;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (tag) => {
      isText = false;
      if (tag === 'rPh') isHint = false;
      if (tag === 'si') strings.push(text);
    },
  });
  return strings;
}

/** Whether cells of each style are dates or times. */
async function readStyles(parts: Parts, name: string | undefined): Promise<boolean[]> {
  const isDateStyle: boolean[] = [];
  if (name === undefined) return isDateStyle;
  const formats = new Map<string, string>();
  let isCellStyle = false;
  await readPart(parts, name, {
    open: (tag, { numFmtId = '0', formatCode = '' }) => {
      if (tag === 'numFmt') formats.set(numFmtId, formatCode);
      if (tag === 'cellXfs') isCellStyle = true;
      if (tag === 'xf' && isCellStyle) isDateStyle.push(isDateFormat(Number(numFmtId), formats.get(numFmtId)));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCellStyle = false;
    },
  });
  return isDateStyle;
}

// Streaming XML parser: calls a handler for each element, by its name without a prefix.

type XmlHandlers = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** No part of a workbook is nested deeper. The parser keeps the open elements in memory. */
const maxDepth = 100;

/** Yields after each piece, so that the collected values can be passed on. Throws if the XML is invalid. */
async function* parseXml(pieces: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const { open, text = () => {}, close = () => {} } = handlers;
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) throw new Error(`its XML is nested deeper than ${maxDepth} levels`);
    open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    close(localName(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

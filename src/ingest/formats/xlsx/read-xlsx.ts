// XLSX reader: the rows of a sheet to raw records. Its first row with a value names the columns.
import { type RawRecord, type Rejection, reject } from '../record.ts';
import { type Cell, cellValue, columnOf } from './cells.ts';
import { openWorkbook, tooLarge, type Workbook, WorkbookError } from './workbook.ts';
import { parseXml } from './xml.ts';

export type XlsxOptions = {
  filename: string;
  /** The name of the sheet. */
  records?: string | null;
  /** Of the file, and of what it unpacks to. */
  maxSpreadsheetBytes: number;
  onCut?: () => void;
};

/** `line`: its 1-based number in the sheet; `values` by column. */
type Row = { line: number; values: unknown[] };

const batchSize = 1000;

export function isZip(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 4)).toString('hex') === '504b0304';
}

/** Throws if `bytes` does. */
export async function* readXlsx(
  bytes: AsyncIterable<Uint8Array>,
  { filename: file, records = null, maxSpreadsheetBytes: maxBytes, onCut = () => {} }: XlsxOptions,
): AsyncGenerator<Array<RawRecord | Rejection>> {
  const packed = await collect(bytes, maxBytes);
  try {
    if (packed === null) throw new WorkbookError(tooLarge(maxBytes));
    const workbook = await openWorkbook(packed, { maxBytes, sheetName: records });
    yield* toRecords(readRows(workbook), file);
  } catch (error) {
    onCut();
    const reason = error instanceof Error ? error.message : String(error);
    const whole = error instanceof WorkbookError ? reason : `the workbook is damaged: ${reason}`;
    yield [reject({ file, line: 1, record: 0 }, 'file', whole.slice(0, 500))];
  }
}

/** Null if there are too many. */
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

async function* toRecords(batches: AsyncIterable<Row[]>, file: string): AsyncGenerator<RawRecord[]> {
  let columns: (string | undefined)[] | null = null;
  let record = 0;
  for await (const rows of batches) {
    const records: RawRecord[] = [];
    for (const { line, values } of rows) {
      if (columns === null) columns = toColumns(values);
      else records.push({ position: { file, line, record: ++record }, fields: toFields(columns, values) });
    }
    if (records.length > 0) yield records;
  }
  if (columns === null) throw new WorkbookError('the sheet is empty; set --records to the name of another sheet');
}

function toColumns(header: readonly unknown[]): (string | undefined)[] {
  const columns = Array.from(header, (value) => String(value ?? '').trim() || undefined);
  const twice = columns.find((name, index) => name !== undefined && columns.indexOf(name) !== index);
  if (twice !== undefined) throw new WorkbookError(`the header has the column "${twice}" twice`);
  return columns;
}

function toFields(columns: readonly (string | undefined)[], values: readonly unknown[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  columns.forEach((column, index) => {
    if (column !== undefined) fields[column] = values[index] ?? null;
  });
  return fields;
}

/** Rows with a value. */
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

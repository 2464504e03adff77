// Opens an XLSX workbook: its sheets, shared strings and styles. What its parts unpack to is bounded.
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { CellContext } from './cells.ts';
import { isDateFormat } from './cells.ts';
import { parseXml, type XmlHandlers } from './xml.ts';

/** A message for the operator. */
export class WorkbookError extends Error {}

export type Workbook = CellContext & { openSheet: () => Promise<AsyncIterable<Uint8Array>> };

type Parts = { zip: ZipFile; entries: ReadonlyMap<string, Entry>; left: number; maxBytes: number };
type Sheet = { name: string; id: string; isHidden: boolean };

const folder = 'xl/';
const workbookPart = `${folder}workbook.xml`;
const relationsPart = `${folder}_rels/workbook.xml.rels`;
/** Far above what a workbook has. */
const maxEntries = 10_000;

/** `sheetName`: the sheet to read if the workbook has it, else its only one. Default: the first that is not hidden. */
export async function openWorkbook(
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
    throw new WorkbookError('the file is a ZIP archive, and no XLSX workbook; unpack it, or save it as XLSX or CSV');
  return { zip, entries, left: maxBytes, maxBytes };
}

/** Counts the size that the archive declares; yauzl fails when a part unpacks to another. */
async function openPart(parts: Parts, name: string): Promise<AsyncIterable<Uint8Array>> {
  const entry = parts.entries.get(name);
  if (entry === undefined) throw new WorkbookError(`the workbook has no part ${name || 'of its sheet'}`);
  parts.left -= entry.uncompressedSize;
  if (parts.left < 0) throw new WorkbookError(tooLarge(parts.maxBytes));
  return parts.zip.openReadStreamPromise(entry);
}

export function tooLarge(maxBytes: number): string {
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

/** Targets are relative to the folder of the workbook, or absolute. */
function partOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : folder + target;
}

/** The texts that cells refer to by their number. Phonetic hints (`rPh`) are not part of a text. */
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

/** Whether the cells of each style are dates or times. */
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

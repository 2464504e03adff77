// File reader: the bytes of a file in any supported format to batches of raw records and rejections.
import { defaultLimits } from '../../config/limits.ts';
import {
  cutMark,
  decodeText,
  fill,
  findDamage,
  gunzip,
  isWindows1252,
  openCursor,
  type TextCursor,
  toUtf8,
} from './decode-text.ts';
import { detectFormat, type FileFormat, findContentProblem, isGzip } from './detect.ts';
import { readCsv } from './read-csv.ts';
import { type JsonOptions, readJson } from './read-json.ts';
import { readJsonl } from './read-json-list.ts';
import { isZip, readXlsx } from './read-xlsx.ts';
import { type RawRecord, type Rejection, reject } from './record.ts';

export type ReadOptions = {
  filename: string;
  /** Format of a text file. A workbook is recognised by its content. */
  format?: FileFormat;
  /** Encoding of a text file. Default: UTF-8, or Windows-1252 for a table that is not UTF-8. */
  encoding?: string | null;
  /** Number of the row of a table that names the columns. Default: detected. */
  headerRow?: number | null;
  /** Limit of a workbook, and of its unpacked bytes. */
  maxSpreadsheetBytes?: number;
} & JsonOptions;

const headBytes = 4096;
/** The first mebibyte of a table has its accents, so the encoding is detected from it. */
const encodingBytes = 1_048_576;

/** Yields batches of up to about 1,000. A file that cannot contain records is one rejection with the field `file`. */
export async function* readRecords(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Array<RawRecord | Rejection>> {
  const file = options.filename;
  const rejectFile = (reason: string) => [reject({ file, line: 1, record: 0 }, 'file', reason)];
  const packed = await peek(bytes);
  let damaged = false;
  const content = isGzip(packed.head)
    ? await peek(
        gunzip(packed.whole, () => {
          damaged = true;
          options.onCut?.();
        }),
      )
    : packed;
  try {
    if (isZip(content.head)) {
      yield* readXlsx(content.whole, { maxSpreadsheetBytes: defaultLimits.spreadsheetBytes, ...options });
      return;
    }
    const { encoding = null } = options;
    const problem = encoding === null ? findContentProblem(content.head) : null;
    if (problem !== null) {
      yield rejectFile(problem);
      return;
    }
    const found = encoding ?? detectEncoding(content.first, options.format);
    const bytes = found === null ? content.whole : toUtf8(content.whole, found);
    const cursor = openCursor(markCut(decodeText(bytes), () => damaged));
    await fill(cursor);
    const start = cursor.text.slice(0, 65_536);
    if (start.trim() === '') yield rejectFile('the file is empty');
    else if (start.startsWith(cutMark)) yield rejectFile(findDamage(cursor, cutMark) ?? '');
    else yield* readFormat(cursor, options.format ?? detectFormat(file, start), options);
  } finally {
    await content.close();
  }
}

function readFormat(
  cursor: TextCursor,
  format: FileFormat,
  { filename, headerRow, ...options }: ReadOptions,
): AsyncGenerator<Array<RawRecord | Rejection>> {
  if (format === 'jsonl') return readJsonl(cursor, filename);
  return format === 'json' ? readJson(cursor, filename, options) : readCsv(cursor, filename, format, headerRow);
}

/** JSON is always UTF-8. */
function detectEncoding(first: Buffer, format: FileFormat | undefined): string | null {
  const isJson = format?.startsWith('json') ?? /^(?:\xef\xbb\xbf)?\s*[[{]/.test(first.toString('latin1', 0, 1000));
  return !isJson && isWindows1252(first) ? 'windows-1252' : null;
}

async function* markCut(texts: AsyncIterable<string>, isCut: () => boolean): AsyncGenerator<string> {
  yield* texts;
  if (isCut()) yield cutMark;
}

/** `head`: the beginning of `first`. */
type Peeked = { head: Buffer; first: Buffer; whole: AsyncIterable<Uint8Array>; close: () => Promise<unknown> };

async function peek(source: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    first.push(next.value);
    length += next.value.length;
    if (length >= encodingBytes) break;
  }
  const close = async () => iterator.return?.();
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* first;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await close();
    }
  }
  const start = Buffer.concat(first);
  return { head: start.subarray(0, headBytes), first: start, whole: whole(), close };
}

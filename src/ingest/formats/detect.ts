// Detects the format of a file from its name and first bytes, and rejects files that cannot contain records.
import { parseJson } from './parse-json.ts';

export type FileFormat = 'json' | 'jsonl' | 'csv' | 'tsv';

const formatByExtension: Record<string, FileFormat> = {
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
};

const binaryKinds: ReadonlyArray<readonly [string, string]> = [
  ['25504446', 'a PDF document'],
  ['50415231', 'a Parquet file; convert it to CSV or JSON Lines'],
  ['28b52ffd', 'compressed with zstd; unpack it or use gzip'],
  ['fd377a58', 'compressed with xz; unpack it or use gzip'],
  ['425a68', 'compressed with bzip2; unpack it or use gzip'],
  ['d0cf11e0', 'an old Excel file, or one with a password; save it as XLSX without a password, or as CSV'],
  ['53514c69', 'an SQLite database; export its table as CSV'],
];

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** The reason why the file cannot contain records, or null. */
export function findContentProblem(head: Uint8Array): string | null {
  const hex = Buffer.from(head.subarray(0, 8)).toString('hex');
  if (hex.startsWith('fffe') || hex.startsWith('feff')) return 'the file is UTF-16; save it as UTF-8';
  for (const [magic, kind] of binaryKinds) if (hex.startsWith(magic)) return `the file is ${kind}`;
  if (Buffer.from(head.subarray(0, 64)).toString('latin1').startsWith('version https://git-lfs.github.com/spec/v1')) {
    return 'the file is a Git LFS pointer, not the data itself; run "git lfs pull" and import again';
  }
  if (head.includes(0))
    return looksLikeUtf16(head) ? 'the file is UTF-16; save it as UTF-8' : 'the file is binary, not text';
  return null;
}

function looksLikeUtf16(head: Uint8Array): boolean {
  const zeros = head.filter((byte) => byte === 0).length;
  const evenZeros = head.filter((byte, at) => byte === 0 && at % 2 === 0).length;
  const [fewer, more] = [Math.min(evenZeros, zeros - evenZeros), Math.max(evenZeros, zeros - evenZeros)];
  return head.length >= 4 && more >= head.length * 0.4 && fewer <= head.length * 0.1;
}

/** The format by name, else by content. A `.json` file with one object per line is JSON Lines. */
export function detectFormat(filename: string, start: string): FileFormat {
  const name = filename.toLowerCase().replace(/\.(gz|gzip)$/, '');
  const byName = formatByExtension[name.slice(name.lastIndexOf('.') + 1)];
  const text = start.trimStart();
  if (byName === 'json' && !isJsonLines(text)) return 'json';
  if (byName === 'jsonl' && text.startsWith('[') && !isFirstLineJson(text)) return 'json';
  if (byName !== undefined && byName !== 'json') return byName;
  if (isJsonLines(text)) return 'jsonl';
  if (/^[[{]/.test(text)) return 'json';
  const firstLine = firstLineOf(text);
  return firstLine.includes('\t') && !firstLine.includes(',') ? 'tsv' : 'csv';
}

function firstLineOf(text: string): string {
  const newline = text.indexOf('\n');
  return newline === -1 ? text : text.slice(0, newline);
}

function isFirstLineJson(text: string): boolean {
  try {
    parseJson(firstLineOf(text));
    return true;
  } catch {
    return false;
  }
}

function isJsonLines(text: string): boolean {
  const newline = text.indexOf('\n');
  if (!text.startsWith('{') || newline === -1) return false;
  return isFirstLineJson(text) && text.slice(newline).trimStart().startsWith('{');
}

/** The reason why the text is not CSV, or null. */
export function findTableProblem(start: string): string | null {
  if (/^\s*<(!doctype|html|\?xml|head|body|table)/i.test(start))
    return 'the file is an HTML or XML page, not a table of values';
  if (start.includes('\r') && !start.includes('\n')) {
    return 'the lines end in a carriage return alone (old Macintosh); save the file with LF or CRLF line ends';
  }
  return null;
}

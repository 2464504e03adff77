// Tells what a file is from its name and its first bytes, and why one that holds no records is refused. No reading of records.
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
  ['504b0304', 'a ZIP archive (perhaps a spreadsheet); unpack it or save it as CSV'],
  ['25504446', 'a PDF document'],
  ['50415231', 'a Parquet file; convert it to CSV or JSON Lines'],
  ['28b52ffd', 'compressed with zstd; unpack it or use gzip'],
  ['fd377a58', 'compressed with xz; unpack it or use gzip'],
  ['425a68', 'compressed with bzip2; unpack it or use gzip'],
  ['53514c69', 'an SQLite database; export its table as CSV'],
];

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Why the file cannot hold records at all, or null. */
export function refuseContent(head: Uint8Array): string | null {
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
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]++;
  return head.length >= 4 && Math.max(...zeros) >= head.length * 0.4 && Math.min(...zeros) <= head.length * 0.1;
}

/** The format by name, else by content. A `.json` whose lines are objects of their own is JSON Lines. */
export function detectFormat(filename: string, start: string): FileFormat {
  const name = filename.toLowerCase().replace(/\.(gz|gzip)$/, '');
  const byName = formatByExtension[name.slice(name.lastIndexOf('.') + 1)];
  const text = start.trimStart();
  if (byName === 'json' && !isJsonLines(text)) return 'json';
  if (byName === 'jsonl' && text.startsWith('[') && !isWholeLine(text)) return 'json';
  if (byName !== undefined && byName !== 'json') return byName;
  if (isJsonLines(text)) return 'jsonl';
  if (/^[[{]/.test(text)) return 'json';
  const firstLine = text.split('\n', 1)[0];
  return firstLine.includes('\t') && !firstLine.includes(',') ? 'tsv' : 'csv';
}

function isWholeLine(text: string): boolean {
  try {
    JSON.parse(text.split('\n', 1)[0]);
    return true;
  } catch {
    return false;
  }
}

function isJsonLines(text: string): boolean {
  const newline = text.indexOf('\n');
  if (!text.startsWith('{') || newline === -1) return false;
  return isWholeLine(text) && text.slice(newline).trimStart().startsWith('{');
}

/** Why text that should be CSV is something else, or null. */
export function refuseTable(start: string): string | null {
  if (/^\s*<(!doctype|html|\?xml|head|body|table)/i.test(start))
    return 'the file is an HTML or XML page, not a table of values';
  if (start.includes('\r') && !start.includes('\n')) {
    return 'the lines end in a carriage return alone (old Macintosh); save the file with LF or CRLF line ends';
  }
  return null;
}

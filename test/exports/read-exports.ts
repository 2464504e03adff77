// Parses export files into full hooks with third-party parsers.
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { guessedLabels } from '../../src/labels/label.ts';

type Hook = Record<string, unknown>;
type Reader = (file: Buffer) => Promise<Hook[]>;

const whole = [
  'views',
  'likes',
  'comments',
  'shares',
  'saves',
  'word_count',
  'series_part',
  'creator_videos',
  'views_per_day',
];
const confidences = ['labels', ...guessedLabels.map((label) => `labels_${label}`)].map((of) => `${of}_confidence`);
const numbers = [...whole, 'duration_seconds', 'views_vs_creator', ...confidences];
const moments = ['published_at', 'views_captured_at', 'added_at', 'updated_at'];

/** Moves `labels` back to its position in the record. */
function unflatten(flat: Hook): Hook {
  const origin = (of: string) => ({ method: flat[`${of}_method`], confidence: flat[`${of}_confidence`] });
  const labels = {
    ...origin('labels'),
    ...Object.fromEntries(guessedLabels.map((label) => [label, origin(`labels_${label}`)])),
  };
  const entries = Object.entries(flat).flatMap(([field, value]) => {
    if (field === 'labels_method') return [['labels', labels]];
    return field.startsWith('labels_') ? [] : [[field, value]];
  });
  return Object.fromEntries(entries);
}

function fromCsv(cells: Record<string, string>): Hook {
  const typed = Object.entries(cells).map(([field, cell]) => {
    if (/^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-?\d/.test(cell))
      throw new Error(`A spreadsheet would run ${field}: ${cell}`);
    if (cell === '') return [field, null];
    if (field === 'sample') return [field, cell === 'true'];
    if (numbers.includes(field)) return [field, Number(cell)];
    return [field, cell.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, '')];
  });
  return unflatten(Object.fromEntries(typed));
}

function fromParquet(row: Record<string, unknown>): Hook {
  const typed = Object.entries(row).map(([field, value]) => {
    if (value === null || value === undefined) return [field, null];
    if (whole.includes(field)) return [field, Number(value)];
    if (moments.includes(field)) return [field, (value as Date).toISOString()];
    return [field, value];
  });
  return unflatten(Object.fromEntries(typed));
}

/** Type of each column, such as `INT64 TIMESTAMP_MILLIS`. */
export function parquetTypes(file: Buffer): Record<string, string> {
  const { children } = parquetSchema(parquetMetadata(arrayBufferOf(file)));
  return Object.fromEntries(
    children.map(({ element: { name, type, converted_type = '' } }) => [name, `${type} ${converted_type}`.trimEnd()]),
  );
}

function arrayBufferOf({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

const parseLine = (line: string): Hook => JSON.parse(line);

/** Parsers by format. */
export const readers: Readonly<Record<string, Reader>> = {
  json: async (file) => JSON.parse(file.toString()),
  jsonl: async (file) => file.toString().trimEnd().split('\n').map(parseLine),
  csv: async (file) => (parse(file, { columns: true }) as Record<string, string>[]).map(fromCsv),
  parquet: async (file) => (await parquetReadObjects({ file: arrayBufferOf(file) })).map(fromParquet),
};

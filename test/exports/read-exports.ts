// Files of exports read by parsers that are not ours, back to full hooks.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';

type Hook = Record<string, unknown>;
export type Reader = (file: Buffer) => Promise<Hook[]>;

const whole = ['views', 'likes', 'comments', 'shares', 'word_count'];
const numbers = [...whole, 'duration_seconds', 'labels_confidence'];
const moments = ['published_at', 'views_captured_at', 'added_at', 'updated_at'];

/** `labels` in its place, as a record has it. */
function unflatten(flat: Hook): Hook {
  const entries = Object.entries(flat).flatMap(([field, value]) => {
    if (field === 'labels_confidence') return [];
    if (field !== 'labels_method') return [[field, value]];
    return [['labels', { method: value, confidence: flat.labels_confidence }]];
  });
  return Object.fromEntries(entries);
}

function fromCsv(cells: Record<string, string>): Hook {
  const typed = Object.entries(cells).map(([field, cell]) => {
    if (/^[=+\-@\t\r]/.test(cell) && !/^-?\d/.test(cell)) throw new Error(`A spreadsheet would run ${field}: ${cell}`);
    if (cell === '') return [field, null];
    if (field === 'sample') return [field, cell === 'true'];
    if (numbers.includes(field)) return [field, Number(cell)];
    return [field, cell.replace(/^'(?='*[=+\-@\t\r])/, '')];
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

async function withDuckDb(file: Buffer, query: (path: string) => string): Promise<Record<string, unknown>[]> {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-duckdb-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const path = join(directory, 'export');
    await writeFile(path, file);
    await connection.run("set timezone = 'UTC'");
    const reader = await connection.runAndReadAll(query(path));
    return reader.getRowObjectsJS() as Record<string, unknown>[];
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(directory, { recursive: true });
  }
}

export const readers: Readonly<Record<string, { format: string; read: Reader }>> = {
  'JSON.parse of json': { format: 'json', read: async (file) => JSON.parse(file.toString()) },
  'JSON.parse of each line of jsonl': {
    format: 'jsonl',
    read: async (file) =>
      file
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  },
  'csv-parse': {
    format: 'csv',
    read: async (file) => (parse(file, { columns: true }) as Record<string, string>[]).map(fromCsv),
  },
  'DuckDB of csv': {
    format: 'csv',
    read: async (file) => {
      const rows = await withDuckDb(
        file,
        (path) =>
          `select * from read_csv('${path}', all_varchar = true, header = true, quote = '"', escape = '"', delim = ',')`,
      );
      return rows.map((row) => fromCsv(Object.fromEntries(Object.entries(row).map(([k, v]) => [k, String(v ?? '')]))));
    },
  },
  hyparquet: {
    format: 'parquet',
    read: async (file) => {
      const { buffer, byteOffset, byteLength } = file;
      const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer });
      return rows.map(fromParquet);
    },
  },
  'DuckDB of parquet': {
    format: 'parquet',
    read: async (file) => (await withDuckDb(file, (path) => `from read_parquet('${path}')`)).map(fromParquet),
  },
};

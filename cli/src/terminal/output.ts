// Output of commands: tables on a terminal, JSON Lines when piped, one JSON document with --json. Notes go to stderr.
import { styleText } from 'node:util';
import { type Column, printable, readField, toTable } from './table.ts';

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {}

type Form = 'table' | 'lines' | 'json';
type Format = Parameters<typeof styleText>[0];

export type Output = {
  form: Form;
  /** Prints a list. A terminal shows these columns, or the columns of --fields. */
  list: (records: readonly object[], columns: readonly Column[], empty?: string) => void;
  /** Prints one record. A terminal shows the text of `show`, unless --fields is given. */
  record: (record: object, show: () => string) => void;
  /** Prints a record of a stream, such as a change, at once, with --json as a line too. */
  event: (record: object, show: () => string) => void;
  /** Prints to stderr, only if it is a terminal. */
  note: (text: string) => void;
  /** Prints to stderr in any case. */
  warn: (text: string) => void;
  style: (format: Format, text: string) => string;
  /** Width of the terminal in columns. */
  width: number;
};

export function createOutput({ json, fields }: { json?: boolean; fields?: string }): Output {
  const { stdout, stderr } = process;
  const names = fields
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names?.length === 0) throw new UsageError('--fields needs field names, such as id,text.');
  const form: Form = json ? 'json' : stdout.isTTY ? 'table' : 'lines';
  const width = stdout.columns || 120;
  const write = (text: string) => stdout.write(`${text}\n`);
  const style: Output['style'] = (format, text) => styleText(format, text, { stream: stdout });
  const select = (record: object) =>
    names ? Object.fromEntries(names.map((name) => [name, readField({ ...record }, name)])) : record;
  const warned = new Set<string>();
  const warnOfMissing = (records: readonly object[]) => {
    for (const name of records.length > 0 ? (names ?? []) : []) {
      if (warned.has(name) || records.some((record) => readField({ ...record }, name) !== undefined)) continue;
      warned.add(name);
      stderr.write(`hookline: Unknown field ${name}. Fields are ${Object.keys(records[0] ?? {}).join(', ')}.\n`);
    }
  };

  return {
    form,
    width,
    style,
    list: (records, columns, empty = 'No results.') => {
      warnOfMissing(records);
      if (form === 'json') return void write(JSON.stringify(records.map(select), null, 2));
      if (form === 'lines')
        return void (records.length > 0 && write(records.map((one) => JSON.stringify(select(one))).join('\n')));
      if (records.length === 0) return void stderr.write(`${empty}\n`);
      const rows = records.map((record) => ({ ...record }));
      const shown = names?.map((field) => columns.find((column) => column.field === field) ?? columnOf(field, rows));
      const [titles = '', ...lines] = toTable(rows, shown ?? columns, width);
      write([style('dim', titles), ...lines].join('\n'));
    },
    record: (record, show) => {
      warnOfMissing([record]);
      if (form !== 'table') return void write(JSON.stringify(select(record), null, form === 'json' ? 2 : 0));
      write(names ? fieldLines(select(record)) : show());
    },
    event: (record, show) => void write(form === 'table' ? show() : JSON.stringify(select(record))),
    note: (text) => void (stderr.isTTY && stderr.write(`${text}\n`)),
    warn: (text) => void stderr.write(`${text}\n`),
  };
}

function columnOf(field: string, rows: readonly Record<string, unknown>[]): Column {
  return { field, isNumber: rows.every((row) => ['number', 'undefined'].includes(typeof readField(row, field))) };
}

/** A line for each field. */
export function fieldLines(record: object): string {
  const entries = Object.entries(record);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${showValue(value)}`).join('\n');
}

function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return value.toLocaleString('en');
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** “1 hook”, “1,204 hooks” */
export function hookCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'hook' : 'hooks'}`;
}

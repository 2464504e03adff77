// Formats figures, goals and Markdown tables.

export type Table = { head: readonly string[]; rows: readonly (readonly string[])[] };
export type Goal = { what: string; figure: string; limit: string; isMet: boolean };
/** Result of a part of the bench. Each section is a title and a table in Markdown. */
export type PartResult = { sections: readonly (readonly [title: string, table: string])[]; goals: readonly Goal[] };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
}

/** A function of the share below the value: 0.99 gives the 99th percentile. */
export function percentilesOf(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Two decimals below 10, one below 100, none above, with thousands separators. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function times(ratio: number): string {
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : '–';
}

export const megabytes = (bytes: number) => `${figure(bytes / 1e6)} MB`;

/** Pads columns to their widest cell, as the Markdown formatter does. */
export function markdown({ head, rows }: Table): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => [...(row[at] ?? '')].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - [...cell].length)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export function atMost(what: string, value: number, limit: number, unit: string): Goal {
  return { what, ...measured(value, unit), limit: `≤ ${withUnit(limit, unit)}`, isMet: value <= limit };
}

export function atLeast(what: string, value: number, limit: number, unit: string): Goal {
  return { what, ...measured(value, unit), limit: `≥ ${withUnit(limit, unit)}`, isMet: value >= limit };
}

/** A goal whose figure is missing is missed, since NaN compares as false. */
function measured(value: number, unit: string): Pick<Goal, 'figure'> {
  return { figure: Number.isFinite(value) ? withUnit(value, unit) : 'not measured' };
}

function withUnit(value: number, unit: string): string {
  return `${Number.isInteger(value) ? value.toLocaleString('en') : figure(value)} ${unit}`;
}

/** Lists missed goals first. */
export function goalTable(goals: readonly Goal[]): string {
  const sorted = goals.toSorted((a, b) => Number(a.isMet) - Number(b.isMet));
  const rows = sorted.map(({ what, figure, limit, isMet }) => [what, figure, limit, isMet ? 'met' : 'missed']);
  const met = goals.filter(({ isMet }) => isMet).length;
  return `**${met} of ${goals.length} goals are met.**\n\n${markdown({ head: ['goal', 'figure', 'limit', ''], rows })}`;
}

export function section(title: string, table: string): string {
  return `### ${title}\n\n${table}\n`;
}

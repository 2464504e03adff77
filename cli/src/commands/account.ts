// hookline usage and hookline taxonomy: the quota, and the values that filters take.
import type { Taxonomy, UsageHistoryQuery } from '../../../sdk/src/index.ts';
import { defineCommand } from '../command.ts';
import { suggestion } from '../options.ts';
import { UsageError } from '../terminal/output.ts';

export const usage = defineCommand({
  summary: 'Show quota usage',
  usage: ['[options]'],
  options: {
    by: { value: 'LIST', help: 'Group calls by day, endpoint, key or status; comma-separated.' },
    since: { value: 'DATE', help: 'First day of the period. Default: the last 30 days.' },
    until: { value: 'DATE', help: 'Last day of the period. Default: today.' },
  },
  notes: 'Not counted against the quota.',
  examples: ['usage', 'usage --by day,endpoint --since 2026-11-01'],
  run: async ({ values: { by, since, until }, output, connect, signal }) => {
    const hookline = connect();
    const names = by?.split(',').map((name) => name.trim());
    if (names || since || until) {
      const query = { by: names ?? ['day'], since, until } as UsageHistoryQuery;
      const records = await hookline.usageHistory(query, { signal });
      const columns = Object.keys(records[0] ?? {}).map((field) => ({
        field,
        isNumber: ['calls', 'counted'].includes(field),
      }));
      return output.list(records, columns, 'No calls in this period.');
    }
    const { plan, windows } = await hookline.usage({ signal });
    const records = windows.map((window) => ({ plan, ...window }));
    const count = (value: unknown) => (value === null ? 'no limit' : Number(value).toLocaleString('en'));
    output.list(records, [
      { field: 'plan' },
      { field: 'window' },
      { field: 'used', isNumber: true },
      { field: 'limit', isNumber: true, show: count },
      { field: 'remaining', isNumber: true, show: count },
      { field: 'resets_at' },
    ]);
  },
});

const labels = [
  'niche',
  'archetype',
  'emotional_trigger',
  'platform',
  'format',
] as const satisfies readonly (keyof Taxonomy)[];

export const taxonomy = defineCommand({
  summary: 'List the values that filters accept',
  usage: ['[LABEL]'],
  notes: `LABEL is ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}. Default: all.`,
  examples: ['taxonomy niche'],
  subcommands: labels,
  run: async ({ args: [given, ...more], output, connect, signal }) => {
    // The filter has this name.
    const wanted = given === 'emotion' ? 'emotional_trigger' : given;
    if (more.length > 0) throw new UsageError('taxonomy takes one label.');
    if (wanted !== undefined && !labels.some((label) => label === wanted))
      throw new UsageError(`${wanted} is not a label. Labels are ${labels.join(', ')}.${suggestion(wanted, labels)}`);
    const found = await connect().taxonomy({ signal });
    const records = labels
      .filter((label) => wanted === undefined || label === wanted)
      .flatMap((label) => found[label].map((term) => ({ label, ...term })));
    output.list(records, [
      { field: 'label' },
      { field: 'id' },
      { field: 'name', isOptional: true },
      { field: 'description' },
    ]);
  },
});

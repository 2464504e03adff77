// hookline usage, hookline trends and hookline taxonomy: the quota, what rises, and the values that filters take.
import type { Taxonomy, Trend, TrendQuery, UsageHistoryQuery } from '../../../sdk/src/index.ts';
import { defineCommand, UsageError } from '../command.ts';
import { filterOptions, filtersOf } from '../filters.ts';
import { suggestion } from '../options.ts';

export const usage = defineCommand({
  summary: 'Show how much of the quota is used',
  usage: ['[options]'],
  options: {
    by: { value: 'LIST', help: 'Calls of a period by day, endpoint, key or status; comma-separated.' },
    since: { value: 'DATE', help: 'First day of --by. Default: the last 30 days.' },
    until: { value: 'DATE', help: 'Last day of --by. Default: today.' },
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

export const trends = defineCommand({
  summary: 'Show what rises and falls',
  usage: ['[options]'],
  options: {
    by: {
      value: 'LABEL',
      choices: ['archetype', 'niche', 'emotional_trigger', 'platform', 'format'],
      help: 'The label to compare the values of. Default archetype.',
    },
    window: { value: 'TIME', choices: ['24h', '7d', '30d'], help: '24h, 7d (default) or 30d.' },
    ...filterOptions,
  },
  notes: 'Plans Scale and Enterprise.',
  examples: ['trends --by niche --window 30d'],
  run: async ({ values, output, connect, signal }) => {
    const { by, window } = values;
    const { data, from, until } = await connect().trends({ ...filtersOf(values), by, window } as TrendQuery, {
      signal,
    });
    output.list(data, [
      { field: 'value' },
      { field: 'verdict' },
      { field: 'change', isNumber: true, show: (change) => (change === null ? '–' : signed(Number(change))) },
      { field: 'hooks_added', isNumber: true },
      { field: 'views_gained', isNumber: true },
      { field: 'median_views', isNumber: true },
      { field: 'n', isNumber: true },
      { field: 'series', title: 'added, over time', show: (series) => sparkline(series as Trend['series']) },
    ]);
    output.note(`${from} to ${until}`);
  },
});

const signed = (share: number) => `${share > 0 ? '+' : ''}${Math.round(share * 100)} %`;

/** `change` and the verdict are about hooks added. */
function sparkline(series: Trend['series']): string {
  const most = Math.max(...series.map(({ hooks_added }) => hooks_added), 1);
  return series.map(({ hooks_added }) => '▁▂▃▄▅▆▇█'[Math.floor((hooks_added / most) * 7)]).join('');
}

const labels = [
  'niche',
  'archetype',
  'emotional_trigger',
  'platform',
  'format',
] as const satisfies readonly (keyof Taxonomy)[];

export const taxonomy = defineCommand({
  summary: 'List the values that filters take',
  usage: ['[LABEL]'],
  notes: `LABEL is ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}. Default: all.`,
  examples: ['taxonomy niche'],
  subcommands: labels,
  run: async ({ args: [given, ...more], output, connect, signal }) => {
    // As the filter is called.
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

// hookline trends: rising and falling values, and trend alerts.
import type { Trend, TrendAlert, TrendQuery } from '../../../sdk/src/index.ts';
import { defineActions } from '../actions.ts';
import type { Context } from '../command.ts';
import { filterOptions, filtersOf, filterText } from '../filters.ts';
import type { Column } from '../terminal/table.ts';

const trendOptions = {
  by: {
    value: 'LABEL',
    choices: ['archetype', 'niche', 'emotional_trigger', 'platform', 'format'],
    help: 'Label whose values are compared. Default archetype.',
  },
  window: { value: 'TIME', choices: ['24h', '7d', '30d'], help: '24h, 7d (default) or 30d.' },
  ...filterOptions,
} as const;
const alertOptions = {
  name: { value: 'NAME', help: 'Name of an alert.' },
  verdicts: {
    value: 'LIST',
    help: 'What an alert reports: heating (default), cooling or both, comma-separated.',
  },
  notify: { value: 'HOW', choices: ['email', 'webhook'], help: 'How an alert is sent: email (default) or webhook.' },
} as const;
const options = {
  ...trendOptions,
  ...alertOptions,
  status: { value: 'STATUS', choices: ['active', 'paused'], help: 'active or paused (alerts update).' },
} as const;
type TrendContext = Context<typeof options>;

const trendColumns: readonly Column[] = [
  { field: 'value' },
  { field: 'verdict' },
  { field: 'change', isNumber: true, show: (change) => (change === null ? '–' : signed(Number(change))) },
  { field: 'hooks_added', isNumber: true },
  { field: 'views_gained', isNumber: true },
  { field: 'median_views', isNumber: true },
  { field: 'n', isNumber: true },
  { field: 'series', title: 'added, over time', show: (series) => sparkline(series as Trend['series']) },
];
const alertColumns: readonly Column[] = [
  { field: 'alert_id' },
  { field: 'name', show: (name) => (name === null ? '–' : String(name)) },
  { field: 'by' },
  { field: 'filters', show: (filters) => filterText(filters as TrendAlert['filters']) },
  { field: 'window', isOptional: true },
  { field: 'verdicts', show: (verdicts) => (verdicts as string[]).join(', ') },
  { field: 'notify', isOptional: true },
  { field: 'status' },
  { field: 'last_told_at', isOptional: true, show: (at) => (at === null ? 'never' : String(at)) },
];

export const trends = defineActions({
  name: 'trends',
  api: ({ trendAlerts }) => trendAlerts,
  summary: 'Show trends and manage trend alerts',
  usage: ['[options]', 'alerts [list]', 'alerts create [options]', 'alerts update ID [options]', 'alerts delete ID'],
  options,
  columns: alertColumns,
  empty: 'No trend alerts. "hookline trends alerts create" creates one.',
  notes: 'Plans Scale and Enterprise. Alerts do not count against the quota.',
  examples: ['trends --by niche --window 30d', 'trends alerts create --by niche --verdicts heating,cooling'],
  actions: {
    '': { options: Object.keys(trendOptions), run: printTrends },
    'alerts list': {},
    'alerts create': { options: Object.keys({ ...trendOptions, ...alertOptions }), input: changeOf },
    'alerts update ID': { options: Object.keys(options), input: changeOf },
    'alerts delete ID': { warning: (id) => `This deletes the trend alert ${id}.` },
  },
});

async function printTrends({ values, output, connect, signal }: TrendContext): Promise<void> {
  const { by, window } = values;
  const { data, from, until } = await connect().trends({ ...filtersOf(values), by, window } as TrendQuery, { signal });
  output.list(data, trendColumns);
  output.note(`${from} to ${until}`);
}

function changeOf(values: TrendContext['values']) {
  const { by, window, name, verdicts, notify, status } = values;
  const filters = filtersOf(values);
  return {
    ...{ name, by, window, notify, status },
    filters: Object.keys(filters).length > 0 ? filters : undefined,
    verdicts: verdicts?.split(',').map((verdict) => verdict.trim()),
  };
}

const signed = (share: number) => `${share > 0 ? '+' : ''}${Math.round(share * 100)} %`;

/** `change` and the verdict are about hooks added. */
function sparkline(series: Trend['series']): string {
  const most = Math.max(...series.map(({ hooks_added }) => hooks_added), 1);
  return series.map(({ hooks_added }) => '▁▂▃▄▅▆▇█'[Math.floor((hooks_added / most) * 7)]).join('');
}

// hookline trends: what rises and falls, and alerts that tell about it.
import type { NewTrendAlert, Trend, TrendAlert, TrendAlertUpdate, TrendQuery } from '../../../sdk/src/index.ts';
import { type Context, defineCommand, UsageError } from '../command.ts';
import { filterOptions, filtersOf, filterText } from '../filters.ts';
import { confirm } from '../terminal/ask.ts';
import type { Column } from '../terminal/table.ts';

const trendOptions = {
  by: {
    value: 'LABEL',
    choices: ['archetype', 'niche', 'emotional_trigger', 'platform', 'format'],
    help: 'The label to compare the values of. Default archetype.',
  },
  window: { value: 'TIME', choices: ['24h', '7d', '30d'], help: '24h, 7d (default) or 30d.' },
  ...filterOptions,
} as const;
const alertOptions = {
  name: { value: 'NAME', help: 'Name of an alert.' },
  verdicts: {
    value: 'LIST',
    help: 'Verdicts that an alert tells: heating (default), cooling or both, comma-separated.',
  },
  notify: { value: 'HOW', choices: ['email', 'webhook'], help: 'How an alert tells: email (default) or webhook.' },
} as const;
const options = {
  ...trendOptions,
  ...alertOptions,
  status: { value: 'STATUS', choices: ['active', 'paused'], help: 'Resumes or pauses an alert, of alerts update.' },
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

/** Each takes an id but `list` and `create`. */
const alertActions: Readonly<Record<string, (context: TrendContext, id: string) => Promise<TrendAlert[]>>> = {
  list: async ({ connect, signal }) => connect().trendAlerts.list({ signal }),
  create: async ({ connect, values, signal }) => [
    await connect().trendAlerts.create(changeOf(values) as NewTrendAlert, { signal }),
  ],
  update: async ({ connect, values, signal }, id) => {
    const change = changeOf(values);
    if (Object.values(change).every((value) => value === undefined))
      throw new UsageError(
        'Pass what to change: --name, --status, --by, --window, --verdicts, --notify, or filters, which replace all current ones.',
      );
    return [await connect().trendAlerts.update(id, change as TrendAlertUpdate, { signal })];
  },
  delete: async ({ connect, values: { yes }, signal }, id) => {
    await confirm(`This deletes the trend alert ${id}.`, { yes, signal });
    return [await connect().trendAlerts.delete(id, { signal })];
  },
};

export const trends = defineCommand({
  summary: 'Show what rises and falls, and create alerts',
  usage: ['[options]', 'alerts [list]', 'alerts create [options]', 'alerts update ID [options]', 'alerts delete ID'],
  options,
  notes: 'Plans Scale and Enterprise. Alerts do not count against the quota.',
  examples: ['trends --by niche --window 30d', 'trends alerts create --by niche --verdicts heating,cooling'],
  subcommands: ['alerts'],
  actionOptions: {
    '': Object.keys(trendOptions),
    alerts: [],
    'alerts list': [],
    'alerts create': Object.keys({ ...trendOptions, ...alertOptions }),
    'alerts update': Object.keys(options),
    'alerts delete': [],
  },
  run: async (context) => {
    const [topic, action = 'list', ...ids] = context.args;
    if (topic === undefined) return printTrends(context);
    const run = topic === 'alerts' ? alertActions[action] : undefined;
    if (!run)
      throw new UsageError(
        `The command is trends, or trends alerts ${Object.keys(alertActions).join(', ')}, not ${context.args.join(' ')}.`,
      );
    const takesId = action !== 'list' && action !== 'create';
    if (ids.length !== (takesId ? 1 : 0))
      throw new UsageError(takesId ? 'Pass an id.' : `trends alerts ${action} takes options only.`);
    const alerts = await run(context, ids[0] ?? '');
    context.output.list(alerts, alertColumns, 'No trend alerts. "hookline trends alerts create" makes one.');
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

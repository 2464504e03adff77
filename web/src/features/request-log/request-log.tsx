// RequestLog: the logged calls of an account, refreshed live, with filters in the URL; `?request=` opens one.

import type { LoggedRequest } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { StatusDot } from '../../kit/display/badge.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { dayMs, formatBytes, formatMs, formatNumber, plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { changeQuery, useFilters, useQueryState } from '../../kit/page/query-state.ts';
import { toDay } from '../usage/usage-records.ts';
import type { RequestLog as Log } from './log-client.ts';
import { LogFilters, type NamedKey } from './log-filters.tsx';
import { isFeed, type LogFilterName, logFilters, sampleText, toLogQuery, toneOf } from './log-query.ts';

const RequestView = lazyPart(() => import('./request-view.tsx'), 'RequestView', <Skeleton className="h-96 w-full" />);

const refreshSeconds = () => 3;
/** The API counts up to this number. */
const maxCounted = 10_000;

type RequestLogProps = {
  log: Log;
  keys: readonly NamedKey[];
  /** Number of days that calls are kept. */
  days: number;
  /** Shown while nothing was ever logged. */
  empty: ReactNode;
  /** True if calls can be run again. Operators have no account, so they cannot. */
  isOwn?: boolean;
};

export function RequestLog({ log, keys, days, empty, isOwn = false }: RequestLogProps) {
  const filters = useFilters(logFilters);
  const [openId, setOpenId] = useQueryState('request');
  const list = useLiveList<LoggedRequest>(
    [log.path, filters],
    (page) => log.list({ ...toLogQuery(filters, Date.now()), ...page }),
    { refreshSeconds },
  );
  const since = toDay(useNow() - days * dayMs);
  const { data: used = [] } = useApi(['used endpoints', log.path, since], () => log.usage(since));
  const isFiltered = Object.keys(filters).length > 0;
  const total = list.total === maxCounted ? undefined : list.total;
  return (
    <div className="stack gap-3">
      <LogFilters filters={filters} keys={keys} used={used} onFind={setOpenId} />
      <SampleNote requests={list.data ?? []} />
      <LoadList
        from={{ ...list, total }}
        table={(rows) => (
          <Table
            label="Requests, newest first"
            columns={columns}
            rows={rows}
            rowKey={({ request_id }) => request_id}
            onOpen={({ request_id }) => setOpenId(request_id)}
            selected={openId || undefined}
            skeletonRows={10}
            empty={isFiltered ? <NothingFound /> : empty}
          />
        )}
      />
      <Dialog isOpen={openId !== ''} onClose={() => setOpenId('')} title="Request" side wide>
        <RequestView log={log} id={openId} isOwn={isOwn} />
      </Dialog>
    </div>
  );
}

/** Shown while a listed call stands for others that were not logged. */
function SampleNote({ requests }: { requests: readonly LoggedRequest[] }) {
  // Rounded up: any share below 1 stands for more calls than are shown.
  const calls = Math.ceil(requests.reduce((sum, { sample_rate }) => sum + 1 / sample_rate, 0));
  if (calls === requests.length) return null;
  return (
    <p className="text-xs text-muted">
      {plural(requests.length, 'call')} shown, of about {formatNumber(calls)}: above 100 calls a second, only a sample
      is logged, refused calls first.
    </p>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  timeZone: 'UTC',
});
/** “21 Nov, 16:36:29”. Logs are compared with other logs, so the time is not relative. */
const formatClock = (at: string | number) => clock.format(new Date(at));

const columns: Column<LoggedRequest>[] = [
  {
    id: 'request',
    header: 'Request',
    className: 'sm:w-1/2',
    cell: ({ method, path, via }) => (
      <span className="block py-1 font-mono text-xs wrap-anywhere">
        <span className="text-muted">{method}</span> {path}
        {via === 'mcp' && <span className="font-sans text-muted"> via MCP</span>}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, sample_rate }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <StatusDot tone={toneOf(status)}>{status}</StatusDot>
        {sample_rate < 1 && (
          <span className="text-xs text-muted" title="Above 100 calls a second a sample is logged">
            {sampleText(sample_rate)}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'key',
    header: 'Key',
    cell: ({ key_name, key_id }) => (
      <span className="text-muted wrap-anywhere">
        {isFeed(key_id) && 'Feed: '}
        {key_name ?? key_id}
      </span>
    ),
  },
  { id: 'ms', header: 'Took', align: 'right', cell: ({ ms }) => formatMs(ms), className: 'whitespace-nowrap' },
  {
    id: 'bytes',
    header: 'Size',
    align: 'right',
    cell: ({ bytes }) => formatBytes(bytes),
    className: 'whitespace-nowrap',
  },
  { id: 'at', header: 'Time (UTC)', align: 'right', cell: ({ at }) => <Time at={at} format={formatClock} /> },
];

function NothingFound() {
  const clear = () => changeQuery(Object.fromEntries(logFilters.map((name: LogFilterName) => [name, undefined])));
  return (
    <EmptyState title="No requests match these filters" action={<Button onClick={clear}>Clear filters</Button>}>
      New requests that match appear here within seconds.
    </EmptyState>
  );
}

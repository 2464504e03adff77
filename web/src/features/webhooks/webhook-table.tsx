// WebhookTable: status, filters, success in the last 24 hours and backlog of each webhook.
import type { Webhook } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';
import { listDeliveries } from '../../api/webhooks.ts';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';
import { FilterChips, WebhookStatus } from './webhook-parts.tsx';
import { nameOf, successOfDay } from './webhook-state.ts';

const columns: Column<Webhook>[] = [
  {
    id: 'name',
    header: 'Webhook',
    cell: (webhook) => (
      <span className="stack py-1">
        <span className="wrap-anywhere">{nameOf(webhook)}</span>
        <span className="font-mono text-xs font-normal text-muted wrap-anywhere">{webhook.webhook_url}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (webhook) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <WebhookStatus of={webhook} />
        {webhook.paused_at && (
          <span className="text-xs text-muted">
            <Time at={webhook.paused_at} />
          </span>
        )}
      </span>
    ),
  },
  { id: 'filters', header: 'Filters', cell: ({ filters }) => <FilterChips filters={filters} /> },
  { id: 'success', header: 'Delivered, 24 h', align: 'right', cell: (webhook) => <DailySuccess of={webhook} /> },
  { id: 'backlog', header: 'Backlog', align: 'right', cell: ({ backlog }) => formatNumber(backlog) },
];

export function WebhookTable({ webhooks, empty }: { webhooks: readonly Webhook[] | undefined; empty: ReactNode }) {
  return (
    <Table
      label="Webhooks"
      columns={columns}
      rows={webhooks}
      rowKey={({ webhook_id }) => webhook_id}
      href={({ webhook_id }) => `/dashboard/webhooks/${webhook_id}`}
      skeletonRows={2}
      empty={empty}
    />
  );
}

const logPageSize = 100;

function DailySuccess({ of: { webhook_id } }: { of: Webhook }) {
  const now = useNow();
  const { data, error } = useApi(
    ['webhooks', webhook_id, 'last day'],
    () => listDeliveries(webhook_id, { limit: logPageSize }),
    { refreshSeconds: 20 },
  );
  if (error) return <span className="text-faint">Unknown</span>;
  if (!data) return <Skeleton className="ml-auto w-20" />;
  const { delivered, settled, isPartial } = successOfDay(data.data, data.nextCursor !== null, now);
  if (settled === 0) return <span className="text-faint">None sent</span>;
  return (
    <span className={delivered < settled ? 'text-bad' : ''}>
      {formatNumber(delivered)} of {isPartial && 'the last '}
      {formatNumber(settled)} <span className="text-muted">{formatPercent(delivered / settled)}</span>
    </span>
  );
}

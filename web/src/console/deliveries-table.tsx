// The table of /console/deliveries.
import type { ReactNode } from 'react';
import type { DeliveryOverview } from '../../../src/webhooks/store-overview.ts';
import { Badge } from '../kit/badge.tsx';
import { formatNumber } from '../kit/format.ts';
import { type Column, Table } from '../kit/table.tsx';
import { Time, useNow } from '../kit/time.tsx';
import { lastAnswer, statusTones } from './delivery-state.ts';

const columns: Column<DeliveryOverview>[] = [
  {
    id: 'account',
    header: 'Account',
    cell: ({ account_name, webhook_url }) => (
      <span className="block max-w-80">
        <span className="block wrap-anywhere">{account_name}</span>
        <span className="block truncate text-xs font-normal text-muted" title={webhook_url}>
          {webhook_url}
        </span>
      </span>
    ),
  },
  {
    id: 'hooks',
    header: 'What',
    cell: ({ kind, hooks }) => (
      <span className="whitespace-nowrap">
        {formatNumber(hooks)} {hooks === 1 ? 'hook' : 'hooks'}
        {kind !== 'event' && <span className="text-muted">, {kind}</span>}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, webhook_status }) => (
      <span className="inline-flex gap-1">
        <Badge tone={statusTones[status]}>{status}</Badge>
        {webhook_status === 'paused' && <Badge>webhook paused</Badge>}
      </span>
    ),
  },
  { id: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => formatNumber(attempts) },
  {
    id: 'answer',
    header: 'Last answer',
    cell: (delivery) => (
      <span className="block max-w-48 truncate max-sm:max-w-40" title={lastAnswer(delivery)}>
        {lastAnswer(delivery)}
      </span>
    ),
  },
  {
    id: 'next',
    header: 'Next attempt',
    cell: (delivery) => <NextAttempt of={delivery} />,
  },
  { id: 'created', header: 'Made', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];

type DeliveriesTableProps = {
  deliveries: readonly DeliveryOverview[] | undefined;
  selected: string;
  onOpen: (id: string) => void;
  empty: ReactNode;
};

export function DeliveriesTable({ deliveries, selected, onOpen, empty }: DeliveriesTableProps) {
  return (
    <Table
      label="Deliveries"
      columns={columns}
      rows={deliveries}
      rowKey={({ delivery_id }) => delivery_id}
      onOpen={({ delivery_id }) => onOpen(delivery_id)}
      selected={selected}
      skeletonRows={8}
      empty={empty}
    />
  );
}

function NextAttempt({ of: { next_attempt_at: at, webhook_status, kind } }: { of: DeliveryOverview }) {
  const now = useNow();
  if (!at) return <span className="text-faint">–</span>;
  // Tests and replays go to a paused webhook too.
  if (webhook_status === 'paused' && kind === 'event') return 'when resumed';
  return Date.parse(at) <= now ? 'due now' : <Time at={at} />;
}

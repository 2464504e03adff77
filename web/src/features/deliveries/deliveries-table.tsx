// DeliveriesTable: the table of /console/deliveries.
import type { ReactNode } from 'react';
import type { DeliveryOverview } from '../../api/openapi.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { contentOf } from '../webhooks/webhook-state.ts';
import { DeliveryStatusDot, LastResult, NextAttempt } from './delivery-cells.tsx';

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
    header: 'Content',
    cell: (delivery) => (
      <span>
        {contentOf(delivery)}
        {delivery.kind === 'replay' && <span className="text-muted">, replay</span>}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, webhook_status }) => (
      <span className="inline-flex items-center gap-2">
        <DeliveryStatusDot status={status} />
        {webhook_status === 'paused' && <Badge>Webhook paused</Badge>}
      </span>
    ),
  },
  { id: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => formatNumber(attempts) },
  {
    id: 'result',
    header: 'Last response',
    cell: (delivery) => <LastResult of={delivery} />,
  },
  {
    id: 'next',
    header: 'Next attempt',
    cell: (delivery) => (
      <NextAttempt
        of={delivery}
        isPaused={delivery.webhook_status === 'paused'}
        isAccountActive={delivery.account_active}
      />
    ),
  },
  { id: 'created', header: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
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

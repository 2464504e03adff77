// DeliveryLog: a webhook's deliveries of the last 30 days, refreshed live; `?delivery=` opens one.
import type { Delivery, Webhook } from '@hookline/sdk';
import { useRef, useState } from 'react';
import { useLiveList } from '../../api/use-live-list.ts';
import { listDeliveries, replayDeliveries, sendDeliveryNow } from '../../api/webhooks.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Section } from '../../kit/display/card.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { useMay } from '../../shell/session.tsx';
import { contentOf, type DeliveryStatus, deliveryStatuses, sendingOf, toStatus } from '../webhooks/webhook-state.ts';
import { DeliveryStatusDot, LastResult, NextAttempt } from './delivery-cells.tsx';

const DeliveryView = lazyPart(
  () => import('./delivery-view.tsx'),
  'DeliveryView',
  <Skeleton className="h-96 w-full" />,
);
const ReplayForm = lazyPart(() => import('./replay-form.tsx'), 'ReplayForm', <Skeleton className="h-60 w-full" />);

const refreshSeconds = () => 2;

/** Takes the id as well, so that the log loads in parallel with the webhook. */
export function DeliveryLog({ webhook, webhookId: id }: { webhook: Webhook | undefined; webhookId: string }) {
  const [statusParam] = useQueryState('status');
  const [openId, setOpenId] = useQueryState('delivery');
  const [isReplaying, setReplaying] = useState(false);
  const status = toStatus(statusParam);
  const isViewOnly = !useMay('change');
  const log = useLiveList<Delivery>(
    ['webhooks', id, 'deliveries', status],
    (page) => listDeliveries(id, { ...page, status }),
    { refreshSeconds },
  );
  const inFlight = useRef(new Set<string>());
  const isPaused = webhook?.status === 'paused';
  const send = async ({ delivery_id, status }: Delivery) => {
    if (inFlight.current.has(delivery_id)) return;
    inFlight.current.add(delivery_id);
    const replay = () =>
      replayDeliveries(id, { delivery_id }).then(() => toast('Replay queued. It appears at the top of the list.'));
    await (status === 'pending' ? sendDeliveryNow(id, delivery_id) : replay()).then(log.mutate, toastError);
    inFlight.current.delete(delivery_id);
  };
  return (
    <Section
      title="Deliveries"
      description="Last 30 days, newest first."
      actions={
        <>
          <ApiCall call={{ path: `/webhooks/${id}/deliveries`, query: { status } }} />
          {!isViewOnly && (
            <Button icon="refresh" onClick={() => setReplaying(true)}>
              Replay…
            </Button>
          )}
        </>
      }
    >
      <StatusFilter selected={status} />
      <LoadList
        from={log}
        table={(rows) => (
          <Table
            label="Deliveries, newest first"
            columns={[...columns, nextColumn(isPaused), ...(isViewOnly ? [] : [sendColumn(send, isPaused)])]}
            rows={rows}
            rowKey={({ delivery_id }) => delivery_id}
            onOpen={({ delivery_id }) => setOpenId(delivery_id)}
            selected={openId || undefined}
            empty={<NoDeliveries status={status} />}
          />
        )}
      />
      <Dialog isOpen={openId !== ''} onClose={() => setOpenId('')} title="Delivery" wide>
        <DeliveryView webhookId={id} deliveryId={openId} isPaused={isPaused} onSend={isViewOnly ? undefined : send} />
      </Dialog>
      <Dialog isOpen={isReplaying} onClose={() => setReplaying(false)} title="Replay deliveries">
        <ReplayForm
          webhookId={id}
          pausedAt={webhook?.paused_at ?? null}
          failed={webhook?.failed ?? 0}
          onCancel={() => setReplaying(false)}
          onReplayed={() => {
            setReplaying(false);
            log.mutate();
          }}
        />
      </Dialog>
    </Section>
  );
}

const columns: Column<Delivery>[] = [
  {
    id: 'content',
    header: 'Delivery',
    cell: (delivery) => (
      <span className="stack py-1">
        <span>{contentOf(delivery)}</span>
        <span className="font-mono text-xs font-normal text-muted">{delivery.delivery_id}</span>
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => <span className="text-muted">{capitalized(kind)}</span> },
  { id: 'status', header: 'Status', cell: ({ status }) => <DeliveryStatusDot status={status} /> },
  { id: 'result', header: 'Last response', cell: (delivery) => <LastResult of={delivery} /> },
  { id: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { id: 'created', header: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
];

function nextColumn(isPaused: boolean): Column<Delivery> {
  return { id: 'next', header: 'Next attempt', cell: (delivery) => <NextAttempt of={delivery} isPaused={isPaused} /> };
}

function sendColumn(send: (delivery: Delivery) => Promise<unknown>, isPaused: boolean): Column<Delivery> {
  return {
    id: 'send',
    header: 'Send',
    hideHeader: true,
    align: 'right',
    className: 'w-12',
    cell: (delivery) => {
      const { label, icon, reason } = sendingOf(delivery, { isPaused });
      return (
        <IconButton
          icon={icon}
          label={reason || `${label} ${delivery.delivery_id}`}
          disabled={reason !== ''}
          // A double click would otherwise send twice if the first request finishes in between.
          onClick={({ detail }) => detail < 2 && void send(delivery)}
        />
      );
    },
  };
}

function StatusFilter({ selected }: { selected: DeliveryStatus | undefined }) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Filter by status</legend>
      <Chip isActive={selected === undefined} onClick={() => changeQuery({ status: undefined })}>
        All
      </Chip>
      {deliveryStatuses.map((status) => (
        <Chip key={status} isActive={selected === status} onClick={() => changeQuery({ status })}>
          {capitalized(status)}
        </Chip>
      ))}
    </fieldset>
  );
}

function NoDeliveries({ status }: { status: DeliveryStatus | undefined }) {
  if (status)
    return <EmptyState title={`No ${status} deliveries`}>Choose “All” to see deliveries of any status.</EmptyState>;
  return (
    <EmptyState title="No deliveries yet">
      Deliveries appear here when new hooks match the filters. Send a test to check your endpoint.
    </EmptyState>
  );
}

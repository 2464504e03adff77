// DeliveryLog: the deliveries of 30 days, read anew while one looks, each to be opened (`?delivery=`) and sent again.
import type { Delivery, Webhook } from '@hookline/sdk';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLiveList } from '../../api/use-live-list.ts';
import { listDeliveries, replayDeliveries } from '../../api/webhooks.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Section } from '../../kit/display/card.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toastError, toast } from '../../kit/overlay/toast.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { contentOf, type DeliveryStatus, deliveryStatuses, toStatus } from '../webhooks/webhook-state.ts';
import { DeliveryStatusDot, LastAnswer, NextAttempt } from './delivery-cells.tsx';

const DeliveryView = lazy(() => import('./delivery-view.tsx').then(({ DeliveryView }) => ({ default: DeliveryView })));
const ReplayForm = lazy(() => import('./replay-form.tsx').then(({ ReplayForm }) => ({ default: ReplayForm })));

const refreshSeconds = () => 2;

/** The log is asked for beside the webhook, not after it. */
export function DeliveryLog({ webhook, webhookId: id }: { webhook: Webhook | undefined; webhookId: string }) {
  const [written] = useQueryState('status');
  const [opened, open] = useQueryState('delivery');
  const [isReplaying, setReplaying] = useState(false);
  const status = toStatus(written);
  const log = useLiveList<Delivery>(
    ['webhooks', id, 'deliveries', status],
    (page) => listDeliveries(id, { ...page, status }),
    { refreshSeconds },
  );
  const close = () => open('');
  const underWay = useRef(new Set<string>());
  const replay = async ({ delivery_id }: Delivery) => {
    if (underWay.current.has(delivery_id)) return;
    underWay.current.add(delivery_id);
    await replayDeliveries(id, { delivery_id }).then(() => {
      toast('It is sent again, as a new row on top.');
      log.mutate();
    }, toastError);
    underWay.current.delete(delivery_id);
  };
  return (
    <Section
      title="Deliveries"
      description="The last 30 days, the newest first."
      actions={
        <>
          <ApiCall call={{ path: `/webhooks/${id}/deliveries`, query: { status } }} />
          <Button icon="refresh" onClick={() => setReplaying(true)}>
            Replay since…
          </Button>
        </>
      }
    >
      <StatusFilter chosen={status} />
      {log.error && !log.data ? (
        <Problem error={log.error} onRetry={log.mutate} />
      ) : (
        <Table
          label="Deliveries, the newest first"
          columns={[...columns, nextColumn(webhook?.status === 'paused'), replayColumn(replay)]}
          rows={log.data}
          rowKey={({ delivery_id }) => delivery_id}
          onOpen={({ delivery_id }) => open(delivery_id)}
          selected={opened || undefined}
          empty={<NoDeliveries status={status} />}
        />
      )}
      <LoadMore from={log} />
      <Dialog isOpen={opened !== ''} onClose={close} title="Delivery" wide>
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <DeliveryView webhookId={id} deliveryId={opened} onReplay={replay} />
        </Suspense>
      </Dialog>
      <Dialog isOpen={isReplaying} onClose={() => setReplaying(false)} title="Replay deliveries">
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <ReplayForm
            webhookId={id}
            pausedAt={webhook?.paused_at ?? null}
            onCancel={() => setReplaying(false)}
            onReplayed={() => {
              setReplaying(false);
              log.mutate();
            }}
          />
        </Suspense>
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
  { id: 'kind', header: 'Kind', cell: ({ kind }) => <span className="text-muted">{kind}</span> },
  { id: 'status', header: 'State', cell: ({ status }) => <DeliveryStatusDot status={status} /> },
  {
    id: 'answer',
    header: 'Answer',
    cell: (delivery) => <LastAnswer of={delivery} />,
  },
  { id: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { id: 'created', header: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
];

function nextColumn(isPaused: boolean): Column<Delivery> {
  return { id: 'next', header: 'Next attempt', cell: (one) => <NextAttempt of={one} isPaused={isPaused} /> };
}

function replayColumn(replay: (delivery: Delivery) => Promise<unknown>): Column<Delivery> {
  return {
    id: 'replay',
    header: 'Replay',
    hideHeader: true,
    align: 'right',
    className: 'w-12',
    cell: (delivery) => (
      <IconButton
        icon="refresh"
        label={`Replay ${delivery.delivery_id}`}
        disabled={delivery.status === 'pending'}
        // The second of a double click is not another wish, however quick the answer to the first.
        onClick={({ detail }) => detail < 2 && void replay(delivery)}
      />
    ),
  };
}

function StatusFilter({ chosen }: { chosen: DeliveryStatus | undefined }) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Only deliveries that are</legend>
      <Chip isActive={chosen === undefined} onClick={() => changeQuery({ status: undefined })}>
        all
      </Chip>
      {deliveryStatuses.map((status) => (
        <Chip key={status} isActive={chosen === status} onClick={() => changeQuery({ status })}>
          {status}
        </Chip>
      ))}
    </fieldset>
  );
}

function NoDeliveries({ status }: { status: DeliveryStatus | undefined }) {
  if (status) return <EmptyState title={`No delivery is ${status}`}>Others may be: look at all of them.</EmptyState>;
  return (
    <EmptyState title="No delivery yet">
      The next new hook that the filters select comes here by itself. Send a test to see whether your receiver answers.
    </EmptyState>
  );
}

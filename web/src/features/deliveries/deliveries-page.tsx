// /console/deliveries: webhook deliveries of all accounts, with paused webhooks on top.
import { useMemo } from 'react';
import { request } from '../../api/client.ts';
import type { DeliveryOverview, DeliveryOverviewPage } from '../../api/openapi.ts';
import { usePages } from '../../api/use-pages.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { changeQuery, useFilters, useQueryState } from '../../kit/page/query-state.ts';
import { DeliveriesTable } from './deliveries-table.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { deliveryFilters, toDeliveryQuery } from './delivery-state.ts';
import { PausedWebhooks } from './paused-webhooks.tsx';

const ReplayFailed = lazyPart(
  () => import('./replay-failed.tsx'),
  'ReplayFailed',
  <Skeleton className="h-60 w-full" />,
);
const DeliveryView = lazyPart(
  () => import('./operator-delivery-view.tsx'),
  'default',
  <Skeleton className="h-100 w-full" />,
);

export function DeliveriesPage() {
  const filters = useFilters(deliveryFilters);
  const [open, setOpen] = useQueryState('delivery');
  const [replay, setReplay] = useQueryState('replay');
  const filterKey = JSON.stringify(filters);
  // A relative `since` is resolved once per filter change; otherwise each page would use a different one.
  const query = useMemo(() => toDeliveryQuery(JSON.parse(filterKey), Date.now()), [filterKey]);
  const pages = usePages<DeliveryOverview>(['/operator/deliveries', query], async (after) => {
    const page = await request<DeliveryOverviewPage>('GET', '/operator/deliveries', { query: { ...query, after } });
    return { data: page.deliveries, next: page.next };
  });
  const isFiltered = Object.keys(query).length > 0;
  return (
    <PageBody>
      <PageHeader
        title="Deliveries"
        description="Webhook deliveries of all accounts from the last 30 days, newest first."
        call={{ path: '/operator/deliveries', query, isOperator: true }}
        actions={
          <>
            <Button icon="send" onClick={() => changeQuery({ replay: 'failed' })}>
              Replay failed…
            </Button>
            <Button icon="refresh" onClick={pages.mutate}>
              Refresh
            </Button>
          </>
        }
      />
      <PausedWebhooks onResumed={pages.mutate} />
      <div className="stack gap-3">
        <DeliveryFilters filters={filters} />
        <LoadList
          from={pages}
          table={(rows) => (
            <DeliveriesTable
              deliveries={rows}
              selected={open}
              onOpen={setOpen}
              empty={<NoDeliveries isFiltered={isFiltered} />}
            />
          )}
        />
      </div>
      <Dialog isOpen={open !== ''} onClose={() => setOpen('')} title="Delivery" wide>
        <DeliveryView id={open} onChanged={pages.mutate} onOpen={setOpen} />
      </Dialog>
      <Dialog isOpen={replay !== ''} onClose={() => setReplay('')} title="Replay failed deliveries">
        <ReplayFailed
          account={filters.account?.[0]}
          webhook={filters.webhook?.[0]}
          onClose={() => setReplay('')}
          onReplayed={pages.mutate}
        />
      </Dialog>
    </PageBody>
  );
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState title="No deliveries in the last 30 days">
        Deliveries appear here when new hooks match a webhook’s filters. Webhooks are part of the Enterprise plan.
      </EmptyState>
    );
  const clear = () => changeQuery(Object.fromEntries(deliveryFilters.map((name) => [name, undefined])));
  return (
    <EmptyState title="No deliveries match these filters" action={<Button onClick={clear}>Clear filters</Button>} />
  );
}

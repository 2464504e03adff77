// /console/requests: who asks for a key and what for. The pending ones wait the longest first; a approves, d declines.
import { useState } from 'react';
import type { KeyRequestOverview } from '../../../src/accounts/overview.ts';
import type { PlanRecord } from '../../../src/http/plans.ts';
import { readKeyRequests } from '../api/operator-accounts.ts';
import { useApi, usePages } from '../api/use-api.ts';
import { EmptyState } from '../kit/empty-state.tsx';
import { Load } from '../kit/load.tsx';
import { LoadMore } from '../kit/load-more.tsx';
import { PageBody, PageHeader } from '../kit/page-header.tsx';
import { useQueryState } from '../kit/query-state.ts';
import { useShortcuts } from '../kit/shortcuts.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { type OpenDecision, RequestDialogs } from './request-dialogs.tsx';
import { RequestList } from './request-list.tsx';

const pageSize = 25;
const states = ['pending', 'approved', 'declined'] as const;
type State = (typeof states)[number];

export function RequestsPage() {
  const [wanted] = useQueryState('state', 'pending');
  const state: State = states.find((one) => one === wanted) ?? 'pending';
  const query = { state, sort: state === 'pending' ? 'oldest' : 'newest', limit: pageSize };
  const pending = useApi(['key-requests', 'pending', 'count'], () => readKeyRequests({ state: 'pending', limit: 1 }));
  const { data: plans = [] } = useApi<PlanRecord[]>('/plans');
  const list = usePages(['key-requests', query], (after) => readKeyRequests({ ...query, after }));
  const [open, setOpen] = useState<OpenDecision>();
  // While the next tab is on its way, the list still has the requests of the one before.
  const requests = list.data?.filter((request) => request.state === state);

  const decide = (what: OpenDecision['what']) => (event: KeyboardEvent) => {
    const request = state === 'pending' && (requests?.find(isFocused) ?? requests?.[0]);
    if (!request) return;
    event.preventDefault();
    setOpen({ what, request });
  };
  useShortcuts({ a: decide('approve'), d: decide('decline') });
  const changed = () => {
    list.mutate();
    void pending.mutate();
  };

  const panel = (
    <div className="stack gap-4">
      <Load from={{ ...list, data: requests }} skeleton={<RequestSkeleton />}>
        {(found) =>
          found.length === 0 ? (
            <NoRequests state={state} />
          ) : (
            <RequestList requests={found} plans={plans} onDecide={(what, request) => setOpen({ what, request })} />
          )
        }
      </Load>
      <LoadMore from={list} />
    </div>
  );
  const tabs = [
    { id: 'pending', label: 'Pending', count: pending.data?.total, panel },
    { id: 'approved', label: 'Approved', panel },
    { id: 'declined', label: 'Declined', panel },
  ];
  return (
    <PageBody>
      <PageHeader
        title="Key requests"
        description="Approving makes the account and mails a link that signs in to it; keys are made there."
        call={{ path: '/operator/key-requests', query, isOperator: true }}
      />
      <Tabs label="Key requests by decision" name="state" tabs={tabs} />
      <RequestDialogs open={open} plans={plans} onClose={() => setOpen(undefined)} onDecided={changed} />
    </PageBody>
  );
}

function isFocused({ id }: KeyRequestOverview): boolean {
  return document.activeElement?.closest('[data-row]')?.id === id;
}

function NoRequests({ state }: { state: State }) {
  if (state !== 'pending') return <EmptyState title={`No request was ${state} yet`} />;
  return (
    <EmptyState title="Nobody waits for an answer">
      Requests come in from the page{' '}
      <a href="/request-a-key" className="text-accent underline">
        Request a key
      </a>
      . They stand here until they are approved or declined.
    </EmptyState>
  );
}

function RequestSkeleton() {
  return (
    <div className="divide-y rounded-md border bg-surface" aria-busy="true">
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="grid h-40 content-start gap-3 p-4">
          <Skeleton className="w-48" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      ))}
    </div>
  );
}

// /console/requests: key requests, pending ones oldest first. Keys: `a` approves, `d` declines.
import { useState } from 'react';
import type { KeyRequestOverview, Plan } from '../../api/openapi.ts';
import { readKeyRequests } from '../../api/operator-accounts.ts';
import { useApi, usePages } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { Load } from '../../kit/page/load.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { type OpenDecision, RequestDialogs } from './request-dialogs.tsx';
import { RequestList } from './request-list.tsx';

const pageSize = 25;
const states = ['pending', 'approved', 'declined'] as const;
type State = (typeof states)[number];

const titles = { pending: 'Pending', approved: 'Approved', declined: 'Declined' } as const;

export function RequestsPage() {
  const [stateParam] = useQueryState('state', 'pending');
  const state: State = states.find((known) => known === stateParam) ?? 'pending';
  const pending = useApi(['key-requests', 'pending', 'count'], () => readKeyRequests({ state: 'pending', limit: 1 }));
  const tabs = states.map((id) => ({
    id,
    label: titles[id],
    count: id === 'pending' ? pending.data?.total : undefined,
    panel: <Requests key={id} state={id} onDecided={() => void pending.mutate()} />,
  }));
  return (
    <PageBody>
      <PageHeader
        title="Key requests"
        description={
          <>
            Approving a request creates an account and emails a sign-in link. Customers create their own keys.{' '}
            <span className="max-md:hidden">
              <Key>j</Key> and <Key>k</Key> move, <Key>a</Key> approves, <Key>d</Key> declines.
            </span>
          </>
        }
        call={{ path: '/operator/key-requests', query: queryOf(state), isOperator: true }}
      />
      <Tabs label="Key requests by state" name="state" tabs={tabs} />
    </PageBody>
  );
}

/** Pending requests are handled in order of arrival. */
function queryOf(state: State) {
  return { state, sort: state === 'pending' ? 'oldest' : 'newest', limit: pageSize };
}

function Requests({ state, onDecided }: { state: State; onDecided: () => void }) {
  const query = queryOf(state);
  const list = usePages(['key-requests', query], (after) => readKeyRequests({ ...query, after }));
  const { data: plans = [] } = useApi<Plan[]>('/plans');
  const [open, setOpen] = useState<OpenDecision>();

  const decide = (type: OpenDecision['type']) => (event: KeyboardEvent) => {
    const request = state === 'pending' && (list.data?.find(isFocused) ?? list.data?.[0]);
    if (!request) return;
    event.preventDefault();
    setOpen({ type, request });
  };
  useShortcuts({ a: decide('approve'), d: decide('decline') });
  const changed = () => {
    list.mutate();
    onDecided();
  };
  return (
    <div className="stack gap-4">
      <Load from={list} skeleton={<RequestSkeleton />}>
        {(requests) =>
          requests.length === 0 ? (
            <NoRequests state={state} />
          ) : (
            <RequestList requests={requests} plans={plans} onDecide={(type, request) => setOpen({ type, request })} />
          )
        }
      </Load>
      <LoadMore from={list} />
      <RequestDialogs open={open} plans={plans} onClose={() => setOpen(undefined)} onDecided={changed} />
    </div>
  );
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded-sm border bg-surface px-1 font-mono text-xs">{children}</kbd>;
}

function isFocused({ id }: KeyRequestOverview): boolean {
  return document.activeElement?.closest('[data-row]')?.id === id;
}

function NoRequests({ state }: { state: State }) {
  if (state !== 'pending') return <EmptyState title={`No ${state} requests`} />;
  return (
    <EmptyState title="No pending key requests">
      New requests from{' '}
      <a href="/request-a-key" className="text-accent underline">
        Request a key
      </a>{' '}
      appear here.
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

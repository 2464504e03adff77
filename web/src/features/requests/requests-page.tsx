// /console/requests: who asks for a key and what for. The pending ones wait the longest first; a approves, d declines.
import { useState } from 'react';
import type { KeyRequestOverview } from '../../../../src/accounts/queries.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
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
  const [wanted] = useQueryState('state', 'pending');
  const state: State = states.find((one) => one === wanted) ?? 'pending';
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
            Approving makes the account and mails a link that signs in to it; keys are made there.{' '}
            <span className="max-md:hidden">
              <Key>j</Key> and <Key>k</Key> move, <Key>a</Key> approves, <Key>d</Key> declines.
            </span>
          </>
        }
        call={{ path: '/operator/key-requests', query: queryOf(state), isOperator: true }}
      />
      <Tabs label="Key requests by decision" name="state" tabs={tabs} />
    </PageBody>
  );
}

/** Who waits the longest is answered first. */
function queryOf(state: State) {
  return { state, sort: state === 'pending' ? 'oldest' : 'newest', limit: pageSize };
}

function Requests({ state, onDecided }: { state: State; onDecided: () => void }) {
  const query = queryOf(state);
  const list = usePages(['key-requests', query], (after) => readKeyRequests({ ...query, after }));
  const { data: plans = [] } = useApi<PlanRecord[]>('/plans');
  const [open, setOpen] = useState<OpenDecision>();

  const decide = (what: OpenDecision['what']) => (event: KeyboardEvent) => {
    const request = state === 'pending' && (list.data?.find(isFocused) ?? list.data?.[0]);
    if (!request) return;
    event.preventDefault();
    setOpen({ what, request });
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
            <RequestList requests={requests} plans={plans} onDecide={(what, request) => setOpen({ what, request })} />
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

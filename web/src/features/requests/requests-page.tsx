// /console/requests: requests for keys, plans and reactivations, pending ones oldest first. Keys: `a` approves, `d` declines.
import { useState } from 'react';
import type { KeyRequestOverview, Plan } from '../../api/openapi.ts';
import { readKeyRequests } from '../../api/operator-accounts.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { useMailOff } from '../accounts/dialogs/mail-fields.tsx';
import type { OpenDecision } from './request-dialogs.tsx';
import { RequestList } from './request-list.tsx';

const RequestDialogs = lazyPart(() => import('./request-dialogs.tsx'), 'RequestDialogs');

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
        title="Requests"
        description={`Requests for keys and plan changes. Each decision is applied at once${useMailOff() ? '' : ' and emailed'}.`}
        call={{ path: '/operator/key-requests', query: queryOf(state), isOperator: true }}
      />
      <Tabs label="Requests by state" name="state" tabs={tabs} />
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
  const [open, setOpen] = useOpenDecision(list.data);

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
      <LoadList from={list} skeleton={<RequestSkeleton />} empty={<NoRequests state={state} />}>
        {(requests) => (
          <RequestList requests={requests} plans={plans} onDecide={(type, request) => setOpen({ type, request })} />
        )}
      </LoadList>
      <RequestDialogs open={open} plans={plans} onClose={() => setOpen(undefined)} onDecided={changed} />
    </div>
  );
}

/** `?approve=req_…` or `?decline=req_…`, so that emails and pages of accounts can link to a decision. */
function useOpenDecision(listed: readonly KeyRequestOverview[] | undefined) {
  const [approve] = useQueryState('approve');
  const [decline] = useQueryState('decline');
  const id = approve || decline;
  const known = listed?.find((request) => request.id === id);
  const { data } = useApi<KeyRequestOverview>(id && !known ? `/operator/key-requests/${encodeURIComponent(id)}` : null);
  // Keeps the request while the list reloads without it.
  const [opened, setOpened] = useState<OpenDecision>();
  const found = known ?? (opened?.request.id === id ? opened.request : data?.state === 'pending' ? data : undefined);
  const open: OpenDecision | undefined =
    id && found?.id === id ? { type: approve ? 'approve' : 'decline', request: found } : undefined;
  const setOpen = (next: OpenDecision | undefined) => {
    setOpened(next);
    const chosen = { approve: undefined, decline: undefined, ...(next && { [next.type]: next.request.id }) };
    changeQuery(chosen, { replace: true });
  };
  return [open, setOpen] as const;
}

function isFocused({ id }: KeyRequestOverview): boolean {
  return document.activeElement?.closest('[data-row]')?.id === id;
}

function NoRequests({ state }: { state: State }) {
  if (state !== 'pending') return <EmptyState title={`No ${state} requests`} />;
  return (
    <EmptyState title="No pending requests">
      Plan changes of customers, and key requests from{' '}
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

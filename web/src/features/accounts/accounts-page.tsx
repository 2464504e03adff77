// /console/accounts: all accounts with search, filters and current usage.
import type { ReactNode } from 'react';
import type { AccountOverview, Plan as PlanRecord } from '../../api/openapi.ts';
import { readAccounts } from '../../api/operator-accounts.ts';
import { shownWindows } from '../../api/plan-text.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { capitalized, formatDate, formatNumber } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { UsageBar } from './usage-bar.tsx';

const NewAccountForm = lazyPart(() => import('./account-forms.tsx'), 'NewAccountForm');

const pageSize = 50;
const newestFirst = '-created';
const sorts: Readonly<Record<string, string>> = { created: 'oldest', '-created': 'newest', '-month': 'busiest' };

/** The parameters of the API for each status. */
const statuses: Readonly<Record<string, { suspended?: boolean; deleted?: boolean }>> = {
  active: { suspended: false },
  suspended: { suspended: true },
  deleted: { deleted: true },
};

const columns: Column<AccountOverview>[] = [
  { id: 'name', header: 'Account', cell: (account) => <NameAndEmail account={account} /> },
  { id: 'plan', header: 'Plan', cell: ({ plan }) => <Badge>{capitalized(plan)}</Badge> },
  { id: 'day', header: 'Calls today', cell: ({ usage: [day] }) => day && <UsageBar usage={day} /> },
  {
    id: 'month',
    header: 'Calls this month',
    isSortable: true,
    cell: ({ usage }) =>
      shownWindows(usage)
        .slice(1)
        .map((month) => <UsageBar key={month.window} usage={month} />),
  },
  {
    id: 'keys',
    header: 'Active keys',
    align: 'right',
    cell: ({ live_keys }) => <span className={live_keys ? '' : 'text-faint'}>{formatNumber(live_keys)}</span>,
  },
  {
    id: 'used',
    header: 'Last used',
    align: 'right',
    cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : <span className="text-faint">Never</span>),
  },
  {
    id: 'created',
    header: 'Created',
    align: 'right',
    isSortable: true,
    cell: ({ created_at }) => <Time at={created_at} format={formatDate} />,
  },
];

export function AccountsPage() {
  const [q, setQ] = useQueryState('q');
  const [plan, setPlan] = useQueryState('plan');
  const [status, setStatus] = useQueryState('status');
  const [sort, setSort] = useQueryState('sort', newestFirst);
  const [isCreating, setNew] = useQueryState('new');
  const setCreating = (isOpen: boolean) => setNew(isOpen ? '1' : '', { replace: true });
  const { data: plans = [] } = useApi<PlanRecord[]>('/plans');
  useActions([{ title: 'Create account', icon: 'plus', run: () => setCreating(true) }]);

  const query = { q, plan, ...statuses[status], sort: sorts[sort] ?? 'newest', limit: pageSize };
  const list = usePages(['accounts', query], (after) => readAccounts({ ...query, after }));
  const isFiltered = Boolean(q || plan || status);
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      Create account
    </Button>
  );
  const table = (rows: readonly AccountOverview[] | undefined) => (
    <Table
      label="Accounts"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      href={({ id }) => `/console/accounts/${id}`}
      sort={sort}
      // Sorting by the least busy is not supported, so a second click resets the order.
      onSort={(next) => setSort(next === 'month' ? newestFirst : next)}
      skeletonRows={8}
      empty={<NoAccounts isFiltered={isFiltered} create={create} />}
    />
  );
  return (
    <PageBody>
      <PageHeader title="Accounts" actions={create} call={{ path: '/operator/accounts', query, isOperator: true }} />
      <div className="stack gap-4">
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_10rem_13rem]">
          <div className="max-sm:col-span-2">
            <SearchField label="Name, email or ID" value={q} onChange={(value) => setQ(value, { replace: true })} />
          </div>
          <SelectField
            name="plan"
            label="Plan"
            hideLabel
            value={plan}
            onChange={(event) => setPlan(event.target.value)}
            options={[
              { value: '', label: 'All plans' },
              ...plans.map(({ name, title }) => ({ value: name, label: title })),
            ]}
          />
          <SelectField
            name="status"
            label="Status"
            hideLabel
            value={status}
            onChange={(event) => setStatus(event.target.value)}
            options={[
              { value: '', label: 'Current accounts' },
              { value: 'active', label: 'Active' },
              { value: 'suspended', label: 'Suspended' },
              { value: 'deleted', label: 'Deleted' },
            ]}
          />
        </div>
        <LoadList from={list} table={table} />
      </div>
      <Dialog isOpen={isCreating !== ''} onClose={() => setCreating(false)} title="Create account">
        <NewAccountForm plans={plans} onCancel={() => setCreating(false)} />
      </Dialog>
    </PageBody>
  );
}

function NameAndEmail({ account: { name, email, suspended, deletion } }: { account: AccountOverview }) {
  return (
    <span className="grid min-w-40 gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <span dir="auto" className="font-medium wrap-anywhere [unicode-bidi:isolate]">
          {name}
        </span>
        {(suspended || deletion) && <Badge tone="bad">{deletion ? 'Deleted' : 'Suspended'}</Badge>}
      </span>
      <span className="text-xs font-normal text-muted wrap-anywhere">{email}</span>
    </span>
  );
}

function NoAccounts({ isFiltered, create }: { isFiltered: boolean; create: ReactNode }) {
  if (!isFiltered)
    return (
      <EmptyState title="No accounts yet" action={create}>
        Approving a key request also creates an account.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No accounts match these filters"
      action={
        <Button onClick={() => changeQuery({ q: undefined, plan: undefined, status: undefined })}>Clear filters</Button>
      }
    />
  );
}

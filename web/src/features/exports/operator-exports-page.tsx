// /console/exports: exports of all accounts; cancels them or deletes their files.
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { ExportOverview, ExportOverviewPage, OperatorHealth } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { AccountFilter } from '../accounts/account-filter.tsx';
import { useLatch } from '../filters/use-latch.ts';
import { ExportsTable, exportStatuses } from './operator-exports-table.tsx';

const DeleteExportDialog = lazyPart(() => import('./export-delete.tsx'), 'DeleteExportDialog');
const path = '/operator/exports';
const clear = () => changeQuery({ status: undefined, account: undefined });

export function ExportsPage() {
  const [status, setStatus] = useQueryState('status');
  const [account, setAccount] = useQueryState('account');
  const [deleting, setDeleting] = useState<ExportOverview>();
  const hasDeleted = useLatch(deleting !== undefined);
  const query = { ...(status && { status }), ...(account && { account }) };
  const isFiltered = status !== '' || account !== '';
  const pages = usePages<ExportOverview>([path, query], async (after) => {
    const page = await request<ExportOverviewPage>('GET', path, { query: { ...query, after } });
    return { data: page.exports, next: page.next };
  });
  return (
    <PageBody>
      <PageHeader
        title="Exports"
        description="Exports of all accounts, newest first. Finished exports stay listed for 30 days."
        call={{ path, query, isOperator: true }}
        actions={
          <Button icon="refresh" onClick={pages.mutate}>
            Refresh
          </Button>
        }
      />
      {status !== 'failed' && <FailedToday />}
      <div className="stack gap-3">
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[12rem_16rem_auto] sm:justify-start">
          <SelectField
            name="status"
            label="Status"
            hideLabel
            options={[{ value: '', label: 'Any status' }, ...exportStatuses]}
            value={status}
            onChange={(event) => setStatus(event.target.value)}
          />
          <AccountFilter value={account} onChange={setAccount} />
          {isFiltered && (
            <Button kind="ghost" onClick={clear}>
              Clear
            </Button>
          )}
        </div>
        <LoadList
          from={pages}
          table={(rows) => (
            <ExportsTable exports={rows} onDelete={setDeleting} empty={<NoExports isFiltered={isFiltered} />} />
          )}
        />
      </div>
      {hasDeleted && (
        <DeleteExportDialog
          deleting={deleting}
          onDelete={(id) => request('DELETE', `${path}/${id}`)}
          onClose={() => setDeleting(undefined)}
          onDeleted={pages.mutate}
        >
          <p>
            This export belongs to <span className="font-medium text-ink">{deleting?.account_name}</span>. The account’s
            activity will show that an operator did this.
          </p>
        </DeleteExportDialog>
      )}
    </PageBody>
  );
}

function FailedToday() {
  const { data } = useApi<OperatorHealth>('/operator/health');
  const count = data?.exports?.failed_today ?? 0;
  if (count === 0) return null;
  return (
    <Banner
      tone="bad"
      title={`${plural(count, 'export')} failed today`}
      action={<Button onClick={() => changeQuery({ status: 'failed', account: undefined })}>Show failed</Button>}
    >
      Failed exports don’t count toward the customer’s limit.
    </Banner>
  );
}

function NoExports({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No exports match these filters" action={<Button onClick={clear}>Clear filters</Button>} />
    );
  return (
    <EmptyState title="No exports in the last 30 days">
      Customers on Scale and Enterprise create exports with POST /export or in the dashboard.
    </EmptyState>
  );
}

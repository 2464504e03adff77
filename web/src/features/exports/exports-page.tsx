// /dashboard/exports: the account's exports, weekly ones first. `?new=1` with optional filters opens the form, `?schedule=` the form of a
// weekly export.
import type { Export, ExportSchedule } from '@hookline/sdk';
import { isHooklineError } from '@hookline/sdk';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { accountPath, type OwnAccount } from '../../api/account.ts';
import { createExport, deleteExport, listExports, schedulesPath } from '../../api/exports.ts';
import { useApi } from '../../api/use-api.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { useMay } from '../../shell/session.tsx';
import { describeFilters } from '../filters/filter-text.ts';
import { fromRecord, readFilters, toChange } from '../filters/hook-filters.ts';
import { useCollectionNames } from '../filters/use-collection-names.ts';
import { useLatch } from '../filters/use-latch.ts';
import { ExportAllowance } from './export-allowance.tsx';
import { readFields } from './export-fields.ts';
import { isProcessing, leftToday, toFormat } from './export-state.ts';
import { ExportTable } from './export-table.tsx';
import { timeOf } from './weekly.ts';

const ExportForm = lazyPart(() => import('./export-form.tsx'), 'ExportForm', <Skeleton className="h-96 w-full" />);

const NoExports = lazyPart(() => import('./no-exports.tsx'), 'NoExports', <Skeleton className="h-64 w-full" />);
const WeeklyExports = lazyPart(() => import('./weekly-exports.tsx'), 'default');
const ExportsLocked = lazyPart(
  () => import('./exports-locked.tsx'),
  'ExportsLocked',
  <Skeleton className="h-80 w-full" />,
);
const DeleteExportDialog = lazyPart(() => import('./export-delete.tsx'), 'DeleteExportDialog');

const processingRefreshSeconds = 1.5;
const idleRefreshSeconds = 20;
const closedForm = { ...toChange({}), new: undefined, as: undefined, fields: undefined, schedule: undefined };
const openForm = () => changeQuery({ new: '1' });
const duplicate = ({ format, filters, fields }: Export) =>
  changeQuery({ ...toChange(fromRecord(filters)), new: '1', as: format, fields: fields?.join() });

export function ExportsPage() {
  const search = useSearch();
  const query = new URLSearchParams(search);
  const now = useNow();
  const isViewOnly = !useMay('change');
  const { data: own, error: accountError, mutate } = useApi<OwnAccount>(accountPath);
  const isIncluded = own?.plan.features.includes('export');
  const exports = useLiveList<Export>(isIncluded ? ['exports'] : null, listExports, {
    refreshSeconds: (data) => (data?.some(isProcessing) ? processingRefreshSeconds : idleRefreshSeconds),
  });
  const schedules = useApi<ExportSchedule[]>(isIncluded ? schedulesPath : null);
  const edited = schedules.data?.find(({ schedule_id }) => schedule_id === query.get('schedule'));
  const [deleting, setDeleting] = useState<Export>();
  const hasDeleting = useLatch(deleting !== undefined);

  const { data } = exports;
  const error = exports.error ?? accountError;
  const left = data && own && leftToday(data, own.plan, now);
  const isLocked = isIncluded === false || isHooklineError(exports.error, 'plan_required');
  useActions(isLocked || isViewOnly ? [] : [{ title: 'Create export', icon: 'plus', run: openForm }]);
  const close = () => changeQuery(closedForm);
  const create = !isViewOnly && (
    <Button kind="primary" icon="plus" onClick={openForm}>
      Create export
    </Button>
  );
  const [latest] = data ?? [];

  return (
    <PageBody>
      <PageHeader
        title="Exports"
        description="All matching hooks in one file. Download links expire."
        call={isLocked ? undefined : { path: '/exports' }}
        actions={!isLocked && data?.length !== 0 && create}
      />
      {latest?.status === 'failed' && !isViewOnly && <FailedBanner export={latest} onRetried={exports.mutate} />}
      {isLocked ? (
        <ExportsLocked />
      ) : error && !data ? (
        <Problem error={error} onRetry={exports.error ? exports.mutate : () => void mutate()} />
      ) : (
        <div className="stack gap-3">
          <ExportAllowance plan={own?.plan} left={left} />
          {schedules.data && schedules.data.length > 0 && (
            <WeeklyExports
              schedules={schedules.data}
              isViewOnly={isViewOnly}
              onChanged={() => void schedules.mutate()}
            />
          )}
          <ExportTable
            exports={data}
            isViewOnly={isViewOnly}
            empty={<NoExports action={create} />}
            onDuplicate={duplicate}
            onDelete={setDeleting}
          />
          <LoadMore from={exports} />
        </div>
      )}
      <Dialog
        isOpen={(query.has('new') || edited !== undefined) && !isLocked && !isViewOnly}
        onClose={close}
        title={edited ? 'Edit weekly export' : 'Create export'}
        wide
      >
        <ExportForm
          key={edited?.schedule_id}
          initial={
            edited
              ? { ...edited, filters: fromRecord(edited.filters), weekly: timeOf(edited) }
              : {
                  format: toFormat(query.get('as')),
                  filters: readFilters(search),
                  fields: readFields(query.get('fields')),
                }
          }
          scheduleId={edited?.schedule_id}
          plan={own?.plan}
          left={left}
          onCancel={close}
          onSaved={(isWeekly) => {
            close();
            if (isWeekly) void schedules.mutate();
            else exports.mutate();
          }}
        />
      </Dialog>
      {hasDeleting && (
        <DeleteExportDialog
          deleting={deleting}
          onDelete={deleteExport}
          onClose={() => setDeleting(undefined)}
          onDeleted={exports.mutate}
        />
      )}
    </PageBody>
  );
}

function FailedBanner({ export: failed, onRetried }: { export: Export; onRetried: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const filters = describeFilters(failed.filters, useCollectionNames(failed.filters));
  const retry = () => {
    setBusy(true);
    createExport({ format: failed.format, filters: failed.filters, fields: failed.fields })
      .then(onRetried, toastError)
      .finally(() => setBusy(false));
  };
  return (
    <Banner
      tone="bad"
      title={`The last export failed: ${filters}, ${failed.format}`}
      action={
        <Button icon="refresh" busy={isBusy} onClick={retry}>
          Retry
        </Button>
      }
    >
      <span className="wrap-anywhere">{failed.error}</span> It doesn’t count toward your daily limit.
    </Banner>
  );
}

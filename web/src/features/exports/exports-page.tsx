// /dashboard/exports: files of hooks, how far each is, and a new one. `?new=1` and the API's filters open its form.
import type { Export } from '@hookline/sdk';
import { isHooklineError } from '@hookline/sdk';
import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import { accountPath, type OwnAccount } from '../../api/account.ts';
import { createExport, endExport, listExports } from '../../api/exports.ts';
import { useApi } from '../../api/use-api.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { tellProblem } from '../../kit/overlay/toast.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { describeFilters, fromRecord, readFilters, toChange } from '../filters/hook-filters.ts';
import { useLatch } from '../filters/use-latch.ts';
import { NoExports, TodaysExports } from './export-parts.tsx';
import { isUnderWay, leftToday, toFormat } from './export-state.ts';
import { ExportTable } from './export-table.tsx';

const ExportForm = lazy(() => import('./export-form.tsx').then(({ ExportForm }) => ({ default: ExportForm })));

const ExportsLacking = lazy(() =>
  import('./exports-locked.tsx').then(({ ExportsLacking }) => ({ default: ExportsLacking })),
);
const EndExportDialog = lazy(() =>
  import('./export-end.tsx').then(({ EndExportDialog }) => ({ default: EndExportDialog })),
);

const quick = 1.5;
const slow = 20;
const noQuery = { ...toChange({}), new: undefined, as: undefined };
const openForm = () => changeQuery({ new: '1' });
const makeAgain = ({ format, filters }: Export) =>
  changeQuery({ ...toChange(fromRecord(filters)), new: '1', as: format });

export function ExportsPage() {
  const search = useSearch();
  const query = new URLSearchParams(search);
  const now = useNow();
  const { data: own, error: failure, mutate } = useApi<OwnAccount>(accountPath);
  const isIncluded = own?.plan.features.includes('export');
  const exports = useLiveList<Export>(isIncluded ? ['exports'] : null, listExports, {
    refreshSeconds: (data) => (data?.some(isUnderWay) ? quick : slow),
  });
  const [ending, setEnding] = useState<Export>();
  const hasEnding = useLatch(ending !== undefined);

  const { data, error } = exports;
  const left = data && own && leftToday(data, own.plan, now);
  const isLacking = isIncluded === false || isHooklineError(error, 'plan_required');
  useActions(isLacking ? [] : [{ title: 'New export', icon: 'plus', run: openForm }]);
  const close = () => changeQuery(noQuery);
  const create = (
    <Button kind="primary" icon="plus" onClick={openForm}>
      New export
    </Button>
  );
  const [latest] = data ?? [];

  return (
    <PageBody>
      <PageHeader
        title="Exports"
        description="All hooks that match, of one catalog version, in a file that its link downloads without a key."
        call={isLacking ? undefined : { path: '/exports' }}
        actions={!isLacking && data?.length !== 0 && create}
      />
      {latest?.status === 'failed' && <FailedBanner export={latest} onAsked={exports.mutate} />}
      {isLacking ? (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <ExportsLacking />
        </Suspense>
      ) : (error ?? failure) && !data ? (
        <Problem error={error ?? failure} onRetry={error ? exports.mutate : () => void mutate()} />
      ) : (
        <div className="stack gap-3">
          <TodaysExports plan={own?.plan} left={left} />
          <ExportTable exports={data} empty={<NoExports action={create} />} onAgain={makeAgain} onEnd={setEnding} />
          <LoadMore from={exports} />
        </div>
      )}
      <Dialog isOpen={query.has('new') && !isLacking} onClose={close} title="New export" wide>
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <ExportForm
            initial={{ format: toFormat(query.get('as')), filters: readFilters(search) }}
            plan={own?.plan}
            left={left}
            onCancel={close}
            onCreated={() => {
              close();
              exports.mutate();
            }}
          />
        </Suspense>
      </Dialog>
      <Suspense>
        {hasEnding && (
          <EndExportDialog
            ending={ending}
            end={endExport}
            onClose={() => setEnding(undefined)}
            onEnded={exports.mutate}
          />
        )}
      </Suspense>
    </PageBody>
  );
}

function FailedBanner({ export: failed, onAsked }: { export: Export; onAsked: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const tryAgain = () => {
    setBusy(true);
    createExport({ format: failed.format, filters: failed.filters })
      .then(onAsked, tellProblem)
      .finally(() => setBusy(false));
  };
  return (
    <Banner
      tone="bad"
      title={`The last export failed: ${describeFilters(failed.filters)}, ${failed.format}`}
      action={
        <Button icon="refresh" busy={isBusy} onClick={tryAgain}>
          Try again
        </Button>
      }
    >
      <span className="wrap-anywhere">{failed.error}</span> It does not count against the day.
    </Banner>
  );
}

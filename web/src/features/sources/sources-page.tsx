// /console/sources: scheduled sources, failing ones on top; `?source=` opens one.
import { lazy, Suspense, useState } from 'react';
import { changeSource, deleteSource, runSource, sourcesPath } from '../../api/curation.ts';
import type { Source } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { formatNumber } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { type RequestedRun, SourceRuns } from './source-runs.tsx';
import { SourceTable } from './source-table.tsx';

const SourceDialog = lazy(() => import('./source-dialog.tsx').then(({ SourceDialog }) => ({ default: SourceDialog })));
const SourceForm = lazy(() => import('./source-form.tsx').then(({ SourceForm }) => ({ default: SourceForm })));

export function SourcesPage() {
  const { data, error, mutate } = useApi<{ sources: Source[] }>(sourcesPath, undefined, { refreshSeconds: 10 });
  const sources = data?.sources;
  const [open, setOpen] = useQueryState('source');
  const [editing, setEditing] = useState<Source | 'new'>();
  const [deleting, setDeleting] = useState<Source>();
  const [runs, setRuns] = useState<readonly RequestedRun[]>([]);
  useActions([{ title: 'Add source', icon: 'plus', run: () => setEditing('new') }]);

  // A run started here shows its own outcome.
  const failing = sources?.filter((source) => isFailing(source) && !runs.some((past) => past.source.id === source.id));

  const run = async (source: Source, force = false) => {
    try {
      await runSource(source.id, force);
      setRuns((now) => [{ source, at: Date.now() }, ...now.filter((past) => past.source.id !== source.id)]);
      await mutate();
    } catch (thrown) {
      toastError(thrown);
    }
  };
  const toggle = async (source: Source, enabled: boolean) => {
    await changeSource(source.id, { enabled }).catch(toastError);
    await mutate();
  };
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setEditing('new')}>
      Add source
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Sources"
        description="Files, directories and URLs that Hookline imports on a schedule."
        call={{ path: sourcesPath, isOperator: true }}
        actions={sources?.length !== 0 && add}
      />
      {failing?.map((source) => (
        <Banner
          key={source.id}
          tone="bad"
          title={`${source.name} is failing: ${source.failures === 1 ? 'last run' : `last ${formatNumber(source.failures)} runs`} failed`}
          action={<Button onClick={() => void run(source)}>Run now</Button>}
        >
          <p className="wrap-anywhere">{source.last_error}</p>
          <p>
            {source.last_success_at ? (
              <>
                Last success <Time at={source.last_success_at} />.
              </>
            ) : (
              'Never succeeded.'
            )}{' '}
            {source.next_run_at && (
              <>
                Next run <Time at={source.next_run_at} />.
              </>
            )}{' '}
            The catalog is unchanged.
          </p>
        </Banner>
      ))}
      <SourceRuns
        runs={runs}
        onEnd={() => void mutate()}
        onDismiss={(id) => setRuns(runs.filter((past) => past.source.id !== id))}
      />
      {error && !sources ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : (
        <SourceTable
          sources={sources}
          selected={open}
          onOpen={setOpen}
          onRun={run}
          onEdit={setEditing}
          onToggle={toggle}
          onDelete={setDeleting}
          add={add}
        />
      )}
      <Suspense>
        {open && <SourceDialog key={open} id={open} onClose={() => setOpen('')} />}
        {editing && (
          <SourceForm
            source={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
            onSaved={() => void mutate()}
          />
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete source"
        action="Delete source"
        nameToType={deleting?.name}
        onConfirm={async () => {
          if (deleting) await deleteSource(deleting.id);
          await mutate();
        }}
      >
        <p>
          <span className="font-medium wrap-anywhere text-ink">{deleting?.name}</span> is no longer imported. Its
          location, mapping and interval are deleted, and a run in progress publishes nothing.
        </p>
        <p>Its hooks and its import log are kept.</p>
      </ConfirmDialog>
    </PageBody>
  );
}

/** True during a retry as well. */
function isFailing({ enabled, failures }: Source): boolean {
  return enabled && failures > 0;
}

// /console/sources: where hooks come from by themselves. What fails stands on top; one of them opens beside the list.
import { lazy, Suspense, useState } from 'react';
import type { Source } from '../../../../src/ingest/sources/source.ts';
import { changeSource, deleteSource, runSource, sourcesPath } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { tellProblem } from '../../kit/overlay/toast.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { formatNumber } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { type AskedRun, SourceRuns } from './source-runs.tsx';
import { SourceTable } from './source-table.tsx';

const SourceDialog = lazy(() => import('./source-dialog.tsx').then(({ SourceDialog }) => ({ default: SourceDialog })));
const SourceForm = lazy(() => import('./source-form.tsx').then(({ SourceForm }) => ({ default: SourceForm })));

export function SourcesPage() {
  const answer = useApi<{ sources: Source[] }>(sourcesPath, undefined, { refreshSeconds: 10 });
  const { data, error, mutate } = answer;
  const sources = data?.sources;
  const [open, setOpen] = useQueryState('source');
  const [editing, setEditing] = useState<Source | 'new'>();
  const [deleting, setDeleting] = useState<Source>();
  const [runs, setRuns] = useState<readonly AskedRun[]>([]);
  useActions([{ title: 'Add source', icon: 'plus', run: () => setEditing('new') }]);

  // What came of a run that was asked for here says more.
  const failing = sources?.filter((source) => isFailing(source) && !runs.some((one) => one.source.id === source.id));

  const run = async (source: Source, force = false) => {
    try {
      await runSource(source.id, force);
      setRuns((now) => [{ source, at: Date.now() }, ...now.filter((one) => one.source.id !== source.id)]);
      await mutate();
    } catch (thrown) {
      tellProblem(thrown);
    }
  };
  const turn = async (source: Source, enabled: boolean) => {
    await changeSource(source.id, { enabled }).catch(tellProblem);
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
        description="Each is fetched by itself, and by one process at a time. Its name is the source of its hooks."
        call={{ path: sourcesPath, isOperator: true }}
        actions={sources?.length !== 0 && add}
      />
      {failing?.map((source) => (
        <Banner
          key={source.id}
          tone="bad"
          title={`${source.name} fails: ${formatNumber(source.failures)} ${source.failures === 1 ? 'run' : 'runs in a row'}`}
          action={<Button onClick={() => void run(source)}>Run now</Button>}
        >
          <p className="wrap-anywhere">{source.last_error}</p>
          <p>
            {source.last_success_at ? (
              <>
                It last succeeded <Time at={source.last_success_at} />.
              </>
            ) : (
              'It never succeeded.'
            )}{' '}
            {source.next_run_at && (
              <>
                Tried again <Time at={source.next_run_at} />.
              </>
            )}{' '}
            The catalog is as it was.
          </p>
        </Banner>
      ))}
      <SourceRuns
        runs={runs}
        onEnd={() => void mutate()}
        onDismiss={(id) => setRuns(runs.filter((one) => one.source.id !== id))}
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
          onTurn={turn}
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
          <span className="font-medium wrap-anywhere text-ink">{deleting?.name}</span> is fetched no more, and its
          location, mapping and interval are lost. A run that is under way publishes nothing.
        </p>
        <p>Its hooks stay in the catalog as they are, and so does the log of its imports.</p>
      </ConfirmDialog>
    </PageBody>
  );
}

/** Also while it is tried again. */
function isFailing({ enabled, failures }: Source): boolean {
  return enabled && failures > 0;
}

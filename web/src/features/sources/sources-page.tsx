// /console/sources: scheduled sources, failing ones on top. `?source=` shows one.
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Source } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { NextUpdate } from '../public/next-update.tsx';
import { ApiUsages } from './api-usage.tsx';
import { DeleteSource } from './delete-source.tsx';
import { changeSource, runSource, type SourceList as Sources, sourcePage, sourcesPath } from './source-client.ts';
import { SourceTable } from './source-table.tsx';

const SourcePage = lazyPart(() => import('./source-page.tsx'), 'SourcePage', <Skeleton className="h-120 w-full" />);
const SourceForm = lazyPart(() => import('./form/source-form.tsx'), 'SourceForm');

export function SourcesPage() {
  const [open] = useQueryState('source');
  if (!open) return <SourceList />;
  return <SourcePage key={open} id={open} />;
}

function SourceList() {
  const { data, error, mutate } = useApi<Sources>(sourcesPath, undefined, { refreshSeconds: 10 });
  const sources = data?.sources;
  const [isNew] = useQueryState('new');
  const [location] = useQueryState('location');
  const [edited, setEdited] = useState<Source>();
  const editing = isNew ? 'new' : edited;
  const setEditing = (source: Source | 'new' | undefined) => {
    changeQuery({ new: source === 'new' ? '1' : undefined, location: undefined }, { replace: true });
    setEdited(source === 'new' ? undefined : source);
  };
  const [deleting, setDeleting] = useState<Source>();
  useActions([{ title: 'Add source', icon: 'plus', run: () => setEditing('new') }]);

  const failing = sources?.filter(isFailing);
  const run = async (source: Source, force = false) => {
    try {
      await runSource(source.id, force);
      toast(`${source.name} is running.`, 'good', ['Watch', sourcePage(source.id)]);
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
        description="Channels, profiles, APIs and files that Hookline imports on a schedule."
        call={{ path: sourcesPath, isOperator: true }}
        actions={sources?.length !== 0 && add}
      />
      {failing?.map((source) => (
        <Banner
          key={source.id}
          tone="bad"
          title={`${source.name} is failing: ${source.failures === 1 ? 'last run' : `last ${plural(source.failures, 'run')}`} failed`}
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
                Next run <NextUpdate at={source.next_run_at} />.
              </>
            )}{' '}
            The catalog is unchanged.
          </p>
        </Banner>
      ))}
      {error && !sources ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : (
        <SourceTable
          sources={sources}
          onRun={run}
          onEdit={setEditing}
          onToggle={toggle}
          onDelete={setDeleting}
          add={add}
        />
      )}
      {data && <ApiUsages usage={data.usage} />}
      {editing && (
        <SourceForm
          source={editing === 'new' ? undefined : editing}
          location={location}
          onClose={() => setEditing(undefined)}
          onSaved={(saved) => {
            void mutate();
            // The source's page shows the first run.
            if (editing === 'new') navigate(sourcePage(saved.id));
            toast(`${saved.name} saved.`, 'good', ['View', sourcePage(saved.id)]);
          }}
        />
      )}
      <DeleteSource source={deleting} onClose={() => setDeleting(undefined)} onDeleted={() => void mutate()} />
    </PageBody>
  );
}

/** True during a retry as well. */
function isFailing({ enabled, failures }: Source): boolean {
  return enabled && failures > 0;
}

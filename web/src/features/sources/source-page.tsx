// /console/sources?source=: one source: state and problems on top, the current run, hooks gained per run, cost, settings.
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { SourceDetail } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Load } from '../../kit/page/load.tsx';
import { isMissing, MissingPage } from '../../kit/page/missing.tsx';
import { NextUpdate } from '../public/next-update.tsx';
import { CurrentRun } from './current-run.tsx';
import { DeleteSource } from './delete-source.tsx';
import { changeSource, runSource, sourcePath } from './source-client.ts';
import { SourceFigures } from './source-figures.tsx';
import { SourceHistory } from './source-history.tsx';
import { SourceNotices } from './source-notices.tsx';
import { SourceSettings } from './source-settings.tsx';
import { SourceState } from './source-state.tsx';

const SourceForm = lazyPart(() => import('./form/source-form.tsx'), 'SourceForm');

/** Refresh interval while a run is active or about to start. */
const busySeconds = 1;
const idleSeconds = 10;

export function SourcePage({ id }: { id: string }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  /** When a run was requested: it begins within seconds. */
  const [requestedAt, setRequestedAt] = useState<string>();
  const response = useApi<SourceDetail>(sourcePath(id));
  const source = response.data;
  const isBusy = source !== undefined && (source.state === 'running' || isStarting(source, requestedAt));
  useApi<SourceDetail>(sourcePath(id), undefined, { refreshSeconds: isBusy ? busySeconds : idleSeconds });

  const run = async (force = false) => {
    await runSource(id, force).catch(toastError);
    setRequestedAt(new Date().toISOString());
    await response.mutate();
  };
  const toggle = async (enabled: boolean) => {
    await changeSource(id, { enabled }).catch(toastError);
    await response.mutate();
  };
  useActions([
    { title: 'Run source now', icon: 'play', run: () => void run() },
    { title: 'Edit source', icon: 'source', run: () => setDialog('edit') },
  ]);
  if (isMissing(response.error))
    return <MissingPage what="Source" id={id} list={{ href: '/console/sources', title: 'Sources' }} />;
  return (
    <PageBody>
      <PageHeader
        title={source?.name ?? 'Source'}
        parent={{ href: '/console/sources', title: 'Sources' }}
        description={source ? <SourceState of={source} /> : !response.error && <Skeleton className="my-1 w-80" />}
        call={{ path: sourcePath(id), isOperator: true }}
        actions={
          source && (
            <>
              <Menu
                label="More actions"
                items={[
                  {
                    label: 'Run even if unchanged',
                    icon: 'refresh',
                    disabled: source.state === 'running',
                    onSelect: () => void run(true),
                  },
                  source.enabled
                    ? { label: 'Pause', icon: 'pause', onSelect: () => void toggle(false) }
                    : { label: 'Resume', icon: 'play', onSelect: () => void toggle(true) },
                  'separator',
                  { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => setDialog('delete') },
                ]}
              />
              <Button onClick={() => setDialog('edit')}>Edit…</Button>
              <Button kind="primary" icon="play" disabled={source.state === 'running'} onClick={() => void run()}>
                Run now
              </Button>
            </>
          )
        }
      />
      <Load from={response} skeleton={<Skeleton className="h-120 w-full" />}>
        {(of) => (
          <>
            {of.last_error && (
              <Banner
                tone={of.failures > 0 ? 'bad' : 'neutral'}
                title={of.failures > 0 ? failureTitle(of.failures) : 'Paused'}
              >
                <p className="wrap-anywhere">{of.last_error}</p>
                {of.next_run_at && (
                  <p>
                    Next run <NextUpdate at={of.next_run_at} />.
                  </p>
                )}
              </Banner>
            )}
            <SourceNotices notices={of.notices} />
            {isBusy && <CurrentRun source={of} />}
            <SourceFigures source={of} />
            <SourceHistory id={of.id} ranAt={of.last_run_at} />
            <SourceSettings source={of} onEdit={() => setDialog('edit')} />
          </>
        )}
      </Load>
      {source && dialog === 'edit' && (
        <SourceForm
          source={source}
          onClose={() => setDialog(undefined)}
          onSaved={() => {
            setRequestedAt(new Date().toISOString());
            void response.mutate();
            toast(`${source.name} saved.`);
          }}
        />
      )}
      <DeleteSource
        source={dialog === 'delete' ? source : undefined}
        onClose={() => setDialog(undefined)}
        onDeleted={() => navigate('/console/sources')}
      />
    </PageBody>
  );
}

/** True for a new source, and for one whose run was just requested. */
function isStarting({ enabled, last_run_at, created_at }: SourceDetail, requestedAt: string | undefined): boolean {
  const [from, window] = requestedAt ? [requestedAt, 15_000] : [created_at, 60_000];
  const isRecent = Date.now() - Date.parse(from) < window;
  return isRecent && (last_run_at === null ? enabled || requestedAt !== undefined : last_run_at < from);
}

const failureTitle = (failures: number) => (failures === 1 ? 'Last run failed' : `Last ${failures} runs failed`);

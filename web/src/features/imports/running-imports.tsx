// RunningImports: imports in progress that this page did not start: other browsers, the CLI, sources.
import { useEffect, useRef } from 'react';
import { request } from '../../api/client.ts';
import { importsPath } from '../../api/curation.ts';
import type { ImportDetail, ImportPage } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatBytes, formatNumber, plural } from '../../kit/page/format.ts';
import { isInProgress, useUploads } from './import-uploads.ts';
import { ProgressBar } from './progress-bar.tsx';

const busyRefreshSeconds = 1.5;
const idleRefreshSeconds = 15;

async function readRunning(): Promise<ImportDetail[]> {
  const { imports } = await request<ImportPage>('GET', importsPath, { query: { state: 'running', limit: 20 } });
  return Promise.all(imports.map(({ id }) => request<ImportDetail>('GET', `${importsPath}/${id}`)));
}

/** Refreshes often while an import runs or a file uploads, rarely otherwise. */
export function useRunning(): ImportDetail[] {
  const key = [importsPath, 'running'];
  const isSending = useUploads().some(isInProgress);
  const { data = [] } = useApi(key, readRunning);
  const isBusy = isSending || data.length > 0;
  useApi(key, readRunning, { refreshSeconds: isBusy ? busyRefreshSeconds : idleRefreshSeconds });
  return data;
}

export function RunningImports({ onEnd, onOpen }: { onEnd: () => void; onOpen: (id: string) => void }) {
  const running = useRunning();
  const ids = running.map(({ id }) => id).join();
  const before = useRef(ids);
  useEffect(() => {
    if (before.current !== ids) onEnd();
    before.current = ids;
  }, [ids, onEnd]);
  // This page's own uploads are listed separately, with their upload progress.
  const own = useUploads().filter(isInProgress);
  const others = running.filter(({ filename }) => !own.some(({ file }) => file.name === filename));
  if (others.length === 0) return null;
  return (
    <ul aria-label="Running imports" className="stack gap-3">
      {others.map((detail) => (
        <li key={detail.id}>
          <Card>
            <div className="stack gap-2">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">{detail.filename}</span>
                <span className="text-muted">
                  {detail.source} · started <Time at={detail.started_at} />
                </span>
                <Button small onClick={() => onOpen(detail.id)}>
                  Details
                </Button>
              </div>
              <ProgressBar label={detail.filename} />
              <p className="text-xs text-muted">{progressText(detail.progress)}</p>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** “1,204 records read, 3 rejected, 1.2 MB.” */
export function progressText(progress: ImportDetail['progress']): string {
  if (!progress) return 'Starting…';
  if (progress.phase === 'collecting') return `${formatNumber(progress.read)} collected so far.`;
  const read = `${plural(progress.read, 'record')} read, ${formatNumber(progress.rejected)} rejected`;
  return progress.phase === 'publishing' ? `${read}. Publishing…` : `${read}, ${formatBytes(progress.bytes)}.`;
}

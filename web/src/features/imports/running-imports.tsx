// Imports that run now, whoever began them: this browser before it was loaded anew, the command line, a source.
import { useEffect, useRef } from 'react';
import type { ImportDetail, ImportPage } from '../../../../src/ingest/imports/queries.ts';
import { request } from '../../api/client.ts';
import { importsPath } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatBytes, formatNumber } from '../../kit/page/format.ts';
import { isUnderWay, useUploads } from './import-uploads.ts';
import { ProgressBar } from './progress-bar.tsx';

const busySeconds = 1.5;
const quietSeconds = 15;

async function readRunning(): Promise<ImportDetail[]> {
  const { imports } = await request<ImportPage>('GET', importsPath, { query: { state: 'running', limit: 20 } });
  return Promise.all(imports.map(({ id }) => request<ImportDetail>('GET', `${importsPath}/${id}`)));
}

/** Asked often while something runs or is sent, else now and then. */
export function useRunning(): ImportDetail[] {
  const key = [importsPath, 'running'];
  const isSending = useUploads().some(isUnderWay);
  const { data = [] } = useApi(key, readRunning);
  useApi(key, readRunning, { refreshSeconds: isSending || data.length > 0 ? busySeconds : quietSeconds });
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
  // Those of this page have their own lines, with what has left this browser.
  const own = useUploads().filter(isUnderWay);
  const others = running.filter(({ filename }) => !own.some(({ file }) => file.name === filename));
  if (others.length === 0) return null;
  return (
    <ul aria-label="Running imports" className="stack gap-3">
      {others.map((one) => (
        <li key={one.id}>
          <Card>
            <div className="stack gap-2">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">{one.filename}</span>
                <span className="text-muted">
                  {one.source} · since <Time at={one.started_at} />
                </span>
                <Button small onClick={() => onOpen(one.id)}>
                  Details
                </Button>
              </div>
              <ProgressBar label={one.filename} />
              <p className="text-xs text-muted">{wordsOf(one)}</p>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ progress }: ImportDetail): string {
  if (!progress) return 'It has not begun to read.';
  const read = `${formatNumber(progress.read)} records read, ${formatNumber(progress.rejected)} rejected`;
  return progress.phase === 'publishing' ? `${read}. Being published.` : `${read}, ${formatBytes(progress.bytes)}.`;
}

// WaitingCount: number of pending decisions on pages of the console, next to their link. A separate chunk.
import { waitingPath } from '../api/client.ts';
import type { Waiting } from '../api/openapi.ts';
import { useApi } from '../api/use-api.ts';
import { formatCompact, formatNumber } from '../kit/page/format.ts';

const queues: Readonly<Record<string, keyof Waiting>> = {
  '/console/requests': 'requests',
  '/console/source-requests': 'source_requests',
  '/console/review': 'review',
  '/console/reports': 'reports',
};
const refreshSeconds = 60;

export default function WaitingCount({ paths }: { paths: readonly string[] }) {
  const shown = paths.flatMap((path) => queues[path] ?? []);
  const { data } = useApi<Waiting>(shown.length > 0 ? waitingPath : null, undefined, { refreshSeconds });
  const count = data && shown.reduce((sum, queue) => sum + data[queue], 0);
  if (!count) return null;
  return (
    <span className="ml-auto text-xs text-faint" title={`${formatNumber(count)} pending`}>
      {formatCompact(count)}
      <span className="sr-only"> pending</span>
    </span>
  );
}

// WaitingCount: how much waits for a decision on a page of the console, beside its link. A separate chunk.
import { waitingPath } from '../api/client.ts';
import type { Waiting } from '../api/openapi.ts';
import { useApi } from '../api/use-api.ts';
import { formatCompact, formatNumber } from '../kit/page/format.ts';

const queues: Readonly<Record<string, keyof Waiting>> = {
  '/console/requests': 'requests',
  '/console/review': 'review',
  '/console/reports': 'reports',
};
const refreshSeconds = 60;

export default function WaitingCount({ path }: { path: string }) {
  const queue = queues[path];
  const { data } = useApi<Waiting>(queue ? waitingPath : null, undefined, { refreshSeconds });
  const count = queue && data?.[queue];
  if (!count) return null;
  return (
    <span className="ml-auto text-xs text-faint" title={`${formatNumber(count)} waiting`}>
      {formatCompact(count)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

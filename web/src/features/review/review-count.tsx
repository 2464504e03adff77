// ReviewCount: how many hooks wait for review, beside the link in the navigation.
import { reviewQueuePath } from '../../api/curation.ts';
import type { ReviewQueue } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { formatCompact, formatNumber } from '../../kit/page/format.ts';

const refreshSeconds = 60;

export function ReviewCount() {
  const { data } = useApi<ReviewQueue>(reviewQueuePath, undefined, { refreshSeconds });
  if (!data?.waiting) return null;
  return (
    <span className="ml-auto text-xs text-faint" title={`${formatNumber(data.waiting)} waiting`}>
      {formatCompact(data.waiting)}
    </span>
  );
}

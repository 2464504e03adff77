// QueueFilters: the reasons and sources of the review queue, each with the number of hooks that wait.
import { reviewQueuePath } from '../../api/curation.ts';
import type { ReviewQueue } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { formatNumber } from '../../kit/page/format.ts';
import { isReason, reviewReasons } from '../bulk/hook-state.ts';
import { FilterSelect } from '../curation/hook-filters.tsx';

type Counts = ReviewQueue['reasons'];

export function QueueFilters() {
  const { data } = useApi<ReviewQueue>(reviewQueuePath);
  const reasonText = (value: string) => (isReason(value) ? reviewReasons[value] : value);
  return (
    <>
      <FilterSelect
        name="reason"
        label="Reason"
        options={[{ value: '', label: 'Any reason' }, ...optionsOf(data?.reasons, reasonText)]}
      />
      <FilterSelect
        name="source"
        label="Source"
        options={[{ value: '', label: 'Any source' }, ...optionsOf(data?.sources, (value) => value)]}
      />
    </>
  );
}

function optionsOf(counts: Counts = [], textOf: (value: string) => string) {
  return counts.flatMap(({ value, hooks }) =>
    value === null ? [] : [{ value, label: `${textOf(value)} (${formatNumber(hooks)})` }],
  );
}

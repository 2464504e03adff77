// QueueFilters: the reasons and sources of the review queue, each with the number of pending hooks. Confidence: how sure the labels are.
import { waitingPath } from '../../api/client.ts';
import { hooksPath, readHooks, reviewQueuePath } from '../../api/curation.ts';
import type { ReviewQueue, Waiting } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Chip } from '../../kit/display/chip.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { changeQuery } from '../../kit/page/query-state.ts';
import { isReason, likelyFrom, needLook, reviewReasons, unsureUpTo } from '../bulk/hook-state.ts';
import { FilterSelect } from '../curation/hook-filters.tsx';
import type { ReviewQuery } from './use-pending.ts';

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

const parts = [
  { min_confidence: likelyFrom, max_confidence: undefined, text: 'at least 50% sure' },
  { min_confidence: undefined, max_confidence: unsureUpTo, text: 'less sure' },
];

/** Counts of the filtered queue by confidence. */
export function Confidence({ query }: { query: ReviewQuery }) {
  const { min_confidence: min, max_confidence: max, sort: _, ...rest } = query;
  // Decisions change the counts, so they are reloaded with the count in the navigation.
  const waiting = useApi<Waiting>(waitingPath).data?.review;
  const { data } = useApi([hooksPath, 'confidence', rest, waiting], () =>
    Promise.all(
      parts.map(async ({ text, ...of }) => (await readHooks({ ...rest, ...of, state: 'pending', limit: 1 })).total),
    ),
  );
  const total = data?.reduce((sum, count) => sum + count, 0);
  if (!data || !total) return null;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-medium">{needLook(total)}</span>
      {parts.map(({ text, ...of }, at) => {
        const isActive = of.min_confidence === min && of.max_confidence === max;
        const next = isActive ? { min_confidence: undefined, max_confidence: undefined } : of;
        return (
          <Chip key={text} isActive={isActive} onClick={() => changeQuery(next)}>
            {formatNumber(data[at] ?? 0)} {text}
          </Chip>
        );
      })}
    </p>
  );
}

function optionsOf(counts: Counts = [], textOf: (value: string) => string) {
  return counts.flatMap(({ value, hooks }) =>
    value === null ? [] : [{ value, label: `${textOf(value)} (${formatNumber(hooks)})` }],
  );
}

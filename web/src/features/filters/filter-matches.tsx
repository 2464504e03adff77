// Preview of what filters match in the current catalog: useMatches (debounced) and FilterMatches.
import type { Hook } from '@hookline/sdk';
import { useEffect, useState } from 'react';
import { hookline } from '../../api/hookline.ts';
import { useApi } from '../../api/use-api.ts';
import { formatNumber } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { HookList } from '../hooks/hook-list.tsx';
import { findFilterError, toBody } from './form-filters.ts';
import type { HookFilters } from './hook-filters.ts';

export type Matches = { total: number; hooks: Hook[] };

const debounceMs = 250;

/** Keeps the previous result while loading. */
export function useMatches(filters: HookFilters, limit: number) {
  const wanted = JSON.stringify(toBody(filters));
  const [requested, setRequested] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setRequested(wanted), debounceMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isValid = findFilterError(filters) === undefined;
  const matches = useApi<Matches>(isValid ? ['matches', requested, limit] : null, async () => {
    const { data, total } = await hookline.hooks.list({ ...JSON.parse(requested), limit, sort: '-views' });
    return { total, hooks: data };
  });
  const { data, error } = matches;
  const isSettled = isValid && wanted === requested && !matches.isLoading;
  return { data: isValid ? data : undefined, error, isSettled };
}

const shown = 3;

export function FilterMatches({ state }: { state: HookFilters }) {
  const { data, error } = useMatches(state, shown);
  if (error) return <Problem error={error} />;
  return (
    <section aria-label="Preview" className="stack gap-2">
      <p aria-live="polite" className="text-muted">
        {data ? (
          <>
            <span className="font-medium text-ink">{formatNumber(data.total)}</span>{' '}
            {data.total === 1 ? 'hook matches' : 'hooks match'} in the current catalog
            {data.total > shown && `, top ${shown} by views`}
          </>
        ) : (
          'Counting…'
        )}
      </p>
      {data?.total === 0 ? (
        <p className="rounded-md border border-dashed border-strong p-3 text-muted">
          No hooks match yet. New hooks may match later.
        </p>
      ) : (
        <HookList label="Top matches" hooks={data?.hooks} skeletonRows={shown} />
      )}
    </section>
  );
}

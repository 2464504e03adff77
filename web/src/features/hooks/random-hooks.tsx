// Ten random hooks that match the filters. The seed is in the URL, so a link shows the same ten until the catalog changes.
import { HooklineError } from '@hookline/sdk';
import { Suspense } from 'react';
import { readRandomHooks } from '../../api/catalog.ts';
import { useApi } from '../../api/use-api.ts';
import { Button } from '../../kit/forms/button.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import type { FilterControl } from '../filters/use-hook-filters.ts';
import { HookRows } from './hook-rows.tsx';

const NothingFound = lazyPart(() => import('./nothing-found.tsx'), 'NothingFound');
const InvalidFilters = lazyPart(() => import('./nothing-found.tsx'), 'InvalidFilters');

export function RandomHooks({ seed, control }: { seed: string; control: FilterControl }) {
  const { query } = control;
  const { data, error, mutate } = useApi(['random', query, seed], () => readRandomHooks({ ...query, seed }));
  if (error instanceof HooklineError && error.errors.length > 0)
    return (
      <Suspense fallback={<Problem error={error} />}>
        <InvalidFilters error={error} control={control} />
      </Suspense>
    );
  if (error && !data) return <Problem error={error} onRetry={() => void mutate()} />;
  return (
    <>
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-muted">
        <span aria-live="polite">
          {data?.length ?? 10} random {data?.length === 1 ? 'match' : 'matches'}. This link shows the same hooks until
          the catalog changes.
        </span>
        <Button small kind="ghost" icon="left" onClick={() => changeQuery({ seed: undefined })}>
          Back to list
        </Button>
      </div>
      {data?.length === 0 ? (
        <NothingFound control={control} />
      ) : (
        <HookRows label="Random hooks" hooks={data} control={control} skeletonRows={10} />
      )}
    </>
  );
}

// The search box of the public page over the real catalog: hooks on the left, the call and its answer on the right.
import { lazy, Suspense } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { Chip, FilterBar } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { HookList } from '../../kit/display/hook-list.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { formatMs, formatNumber } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, toggleFilter, useFilters, useQueryState } from '../../kit/page/query-state.ts';
import { type DemoBody, demoFilters, shownByDemo, useDemo } from './use-demo.ts';

const Examples = lazy(() => import('../../kit/code/examples.tsx'));
const Waiting = lazy(() => import('./demo-waiting.tsx'));

type Suggestion = { title: string; query: Readonly<Record<string, string>> };

const suggestions: readonly Suggestion[] = [
  { title: 'money', query: { q: 'money' } },
  { title: 'nobody tells you', query: { q: 'nobody tells you' } },
  { title: 'fear in finance', query: { niche: 'finance', emotional_trigger: 'fear' } },
  { title: 'curiosity gaps', query: { archetype: 'curiosity_gap' } },
  { title: 'fitness on YouTube', query: { niche: 'fitness', platform: 'YouTube' } },
];

const nothing = { q: undefined, ...Object.fromEntries(demoFilters.map((name) => [name, undefined])) };
const clear = () => changeQuery(nothing);

export function DemoSearch() {
  const [q, setQ] = useQueryState('q');
  const filters = useFilters(demoFilters);
  const query = { ...(q && { q }), ...filters };
  const { data, error, isValidating, waitUntil, mutate } = useDemo(query);
  const isRefused = error !== undefined && waitUntil === undefined && !isValidating;
  const shown = isRefused ? undefined : data;
  return (
    <section aria-label="Try it" className="stack gap-3">
      <div className="stack gap-2">
        <SearchField
          label="Search the catalog"
          placeholder="Search the catalog: money, morning, landlord…"
          value={q}
          onChange={(text) => setQ(text, { replace: true })}
        />
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="text-xs text-muted">Try</span>
          {suggestions.map(({ title, query: wanted }) => (
            <Chip key={title} onClick={() => changeQuery({ ...nothing, ...wanted })} isActive={isSame(query, wanted)}>
              {title}
            </Chip>
          ))}
        </div>
      </div>
      <FilterBar filters={filters} onChange={(name, values) => changeQuery({ [name]: values })} onClear={clear} />
      {waitUntil !== undefined && (
        <Suspense>
          <Waiting until={waitUntil} />
        </Suspense>
      )}
      <div className="stack items-start content-start gap-x-6 gap-y-4 lg:min-h-140 lg:grid-cols-2">
        <div className="stack gap-2">
          {isRefused ? (
            <Problem error={error} onRetry={() => void mutate()} />
          ) : shown?.body.count === 0 ? (
            <EmptyState title="No hook matches all of that" action={<Button onClick={clear}>Show all hooks</Button>}>
              Every word has to be in the text, in any order, and every filter has to fit.
            </EmptyState>
          ) : (
            <HookList
              label="Hooks found"
              hooks={shown?.body.data}
              filters={filters}
              onFilter={toggleFilter}
              skeletonRows={shownByDemo}
            />
          )}
          <p role="status" className="min-h-4 text-xs text-muted">
            {shown && (waitUntil === undefined ? countWords(shown.body) : 'These are of the search before.')}
          </p>
        </div>
        <div className="stack gap-3">
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <Examples call={{ path: '/hooks', query: { ...query, limit: shownByDemo } }} />
          </Suspense>
          {shown ? (
            <div className="stack gap-2">
              <Code label="Answer in JSON">{JSON.stringify(shown.body, null, 2)}</Code>
              <p className="text-xs text-muted">
                This answer took {formatMs(shown.tookMs)} to your browser. The page asks without a key, so it gets{' '}
                {shownByDemo} hooks at most.
              </p>
            </div>
          ) : (
            !isRefused && <Skeleton className="h-96 w-full" />
          )}
        </div>
      </div>
    </section>
  );
}

function countWords({ count, total }: DemoBody): string {
  return count === 0 ? '' : `${formatNumber(count)} of ${formatNumber(total)}, the most viewed first`;
}

function isSame(query: object, wanted: Suggestion['query']): boolean {
  const flat = (of: object) =>
    JSON.stringify(
      Object.entries(of)
        .map(([name, value]) => [name, `${value}`])
        .sort(),
    );
  return flat(query) === flat(wanted);
}

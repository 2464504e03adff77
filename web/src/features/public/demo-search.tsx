// Live search of the public page: results on the left, the request and response on the right.
import { labelName } from '../../api/label-names.ts';
import { Code } from '../../kit/code/code.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { FilterBar } from '../../kit/display/filter-bar.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { formatMs, formatNumber, plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, toggleFilter, useFilters, useQueryState } from '../../kit/page/query-state.ts';
import { HookList } from '../hooks/hook-list.tsx';
import { SampleNote } from './sample-note.tsx';
import { type DemoBody, demoFilters, shownByDemo, useDemo } from './use-demo.ts';

const Examples = lazyPart(() => import('../../kit/code/examples.tsx'), 'default', <Skeleton className="h-40 w-full" />);
const DemoWaiting = lazyPart(() => import('./demo-waiting.tsx'), 'default');

type Suggestion = { title: string; query: Readonly<Record<string, string>> };

const suggestions: readonly Suggestion[] = [
  { title: 'money', query: { q: 'money' } },
  { title: 'nobody tells you', query: { q: 'nobody tells you' } },
  { title: 'fear in finance', query: { niche: 'finance', emotional_trigger: 'fear' } },
  { title: 'curiosity gaps', query: { archetype: 'curiosity_gap' } },
  { title: 'fitness on YouTube', query: { niche: 'fitness', platform: 'YouTube' } },
];

const noFilters = { q: undefined, ...Object.fromEntries(demoFilters.map((name) => [name, undefined])) };
const clear = () => changeQuery(noFilters);

export function DemoSearch() {
  const [q, setQ] = useQueryState('q');
  const filters = useFilters(demoFilters);
  const query = { ...(q && { q }), ...filters };
  const { data, error, isValidating, waitUntil, mutate } = useDemo(query);
  const hasFailed = error !== undefined && waitUntil === undefined && !isValidating;
  const shown = hasFailed ? undefined : data;
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
          {suggestions.map(({ title, query: suggested }) => (
            <Chip
              key={title}
              onClick={() => changeQuery({ ...noFilters, ...suggested })}
              isActive={isSame(query, suggested)}
            >
              {title}
            </Chip>
          ))}
        </div>
      </div>
      <FilterBar
        filters={filters}
        labelOf={(_, value) => labelName(value)}
        onChange={(name, values) => changeQuery({ [name]: values })}
        onClear={clear}
      />
      {waitUntil !== undefined && <DemoWaiting until={waitUntil} />}
      <div className="stack items-start content-start gap-x-6 gap-y-4 lg:min-h-140 lg:grid-cols-2">
        <div className="stack gap-2">
          {hasFailed ? (
            <Problem error={error} onRetry={() => void mutate()} />
          ) : shown?.body.count === 0 ? (
            <EmptyState
              title="No hooks match your search"
              action={
                <div className="flex flex-wrap gap-2">
                  {shown.body.suggestions?.map(({ without, q: rest, total }) => (
                    <Button key={rest} onClick={() => setQ(rest)}>
                      <span className="block max-w-72 truncate">
                        {rest.includes(' ') || !without.includes(' ')
                          ? `Without “${bare(without)}”`
                          : `Only “${bare(rest)}”`}{' '}
                        <span className="ml-1.5 font-normal text-muted">{plural(total, 'hook')}</span>
                      </span>
                    </Button>
                  ))}
                  <Button kind="ghost" onClick={clear}>
                    Show all hooks
                  </Button>
                </div>
              }
            >
              Results contain all words, in any order, and match all filters.
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
            {shown && (waitUntil === undefined ? countText(shown.body) : 'Results of the previous search.')}
          </p>
          {shown?.body.sample_data && <SampleNote />}
        </div>
        <div className="stack gap-3">
          <Examples call={{ path: '/hooks', query: { ...query, limit: shownByDemo } }} />
          {shown ? (
            <div className="stack gap-2">
              <Code label="JSON response">{JSON.stringify(shown.body, asInHooks, 2)}</Code>
              <p className="text-xs text-muted">
                Response time {formatMs(shown.tookMs)}. Without an API key, results are limited to {shownByDemo} hooks.
              </p>
            </div>
          ) : (
            !hasFailed && <Skeleton className="h-96 w-full" />
          )}
        </div>
      </div>
    </section>
  );
}

/** A phrase without its quotation marks. */
const bare = (words: string) => words.replaceAll(/["“”]/g, '');

/** Fields that the shown request does not return. */
const onlyInDemo = ['highlights', 'suggestions', 'sample_data'];

function asInHooks(name: string, value: unknown): unknown {
  return onlyInDemo.includes(name) ? undefined : value;
}

function countText({ count, total }: DemoBody): string {
  return count === 0 ? '' : `${formatNumber(count)} of ${plural(total, 'hook')}, most viewed first`;
}

function isSame(query: object, suggested: Suggestion['query']): boolean {
  const flat = (value: object) =>
    JSON.stringify(
      Object.entries(value)
        .map(([name, item]) => [name, `${item}`])
        .sort(),
    );
  return flat(query) === flat(suggested);
}

// /dashboard/hooks: search and filters in the URL, which exports and webhooks reuse.
import { useSearch } from 'wouter';
import { useMeta } from '../../api/meta.ts';
import type { Call } from '../../kit/code/call.ts';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { useMay } from '../../shell/session.tsx';
import { type HookFilters, hasFilters, linkWith, toApiQuery, without } from '../filters/hook-filters.ts';
import { useFacets, useHookFilters } from '../filters/use-hook-filters.ts';
import { HookList } from './hook-list.tsx';
import { HookResults } from './hook-results.tsx';
import { readSort, type Sort, sortsFor } from './hook-sorts.ts';

// Lazy: only needed on screens without room for the facet panel.
const FilterButton = lazyPart(() => import('../filters/filter-button.tsx'), 'FilterButton');
const FilterChips = lazyPart(() => import('../filters/filter-chips.tsx'), 'FilterChips', <span className="h-8" />);
// Lazy: keeps the page's initial script small.
const FacetPanel = lazyPart(
  () => import('../filters/facet-panel.tsx'),
  'FacetPanel',
  <Skeleton className="h-160 w-full" />,
);
const SaveSearch = lazyPart(
  () => import('../searches/save-search.tsx'),
  'default',
  <Button disabled>Save search</Button>,
);
const RandomHooks = lazyPart(
  () => import('./random-hooks.tsx'),
  'RandomHooks',
  <HookList label="Random hooks" hooks={undefined} skeletonRows={10} />,
);

/** Lists of ids can be too long for a URL. */
const listCall = (filters: HookFilters, sort: Sort | undefined): Call =>
  filters.ids
    ? { method: 'POST', path: '/hooks/query', body: { filters: toApiQuery(filters), sort } }
    : { path: '/hooks', query: { ...toApiQuery(filters), sort } };

/** A phrase is a filter of its own; words are in the search field only. */
const isPhrase = (text = '') => /^["“][^"“”]+["”]$/.test(text);

const shuffle = () => changeQuery({ seed: crypto.randomUUID().slice(0, 8) });

export function HooksPage() {
  const search = useSearch();
  const isViewOnly = !useMay('change');
  const control = useHookFilters();
  const { filters, query } = control;
  const sort = readSort(search);
  const seed = new URLSearchParams(search).get('seed');
  const facets = useFacets(query);
  const { data: meta } = useMeta();

  const features = meta?.account.features;
  const mayExport = features?.includes('export');
  // Stored filters match words only.
  const stored = without(filters, 'match');
  const exportPath = linkWith('/dashboard/exports', stored, { new: '1' });
  const webhookPath = linkWith('/dashboard/webhooks', stored, { new: '1' });
  useActions([{ title: 'Show random hooks', icon: 'shuffle', run: shuffle }]);
  return (
    <PageBody>
      <PageHeader
        title="Hooks"
        call={
          seed
            ? { path: '/hooks/random', query: { ...query, seed } }
            : listCall(filters, new URLSearchParams(search).has('sort') ? sort : undefined)
        }
        actions={
          !isViewOnly && (
            <>
              <SaveSearch kind={mayExport === false && hasFilters(filters) ? 'primary' : undefined} />
              {features?.includes('webhooks') && (
                <LinkButton icon="webhook" href={webhookPath}>
                  <span>
                    Notify me<span className="max-sm:hidden"> of new hooks</span>
                  </span>
                </LinkButton>
              )}
              {mayExport && (
                <LinkButton kind="primary" icon="export" href={exportPath}>
                  Export results
                </LinkButton>
              )}
            </>
          )
        }
      />
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[208px_minmax(0,1fr)]">
        <aside aria-label="Filters" className="max-lg:hidden">
          <FacetPanel control={control} facets={facets} />
        </aside>
        <div className="stack gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <div className="flex min-w-0 flex-1 basis-64">
              <SearchField
                label="Search hooks"
                placeholder="Search hook text"
                value={filters.q?.[0] ?? ''}
                onChange={(q) => changeQuery({ q, match: undefined, seed: undefined }, { replace: true })}
              />
            </div>
            <span className="lg:hidden">
              <FilterButton control={control} />
            </span>
            {!seed && (
              <div className="max-sm:min-w-0 max-sm:flex-1 max-sm:basis-28">
                <SelectField
                  name="sort"
                  label="Sort by"
                  hideLabel
                  options={sortsFor(search)}
                  value={sort}
                  onChange={(event) => changeQuery({ sort: event.target.value })}
                />
              </div>
            )}
            <Button icon="shuffle" onClick={shuffle}>
              {seed ? 'Shuffle' : <span className="max-sm:sr-only">Random</span>}
            </Button>
          </div>
          <FilterChips
            filters={filters}
            onChange={control.change}
            hasPanel
            except={isPhrase(filters.q?.[0]) ? undefined : 'q'}
          />
          {seed ? (
            <RandomHooks seed={seed} control={control} />
          ) : (
            <HookResults sort={sort} meta={meta} control={control} />
          )}
        </div>
      </div>
    </PageBody>
  );
}

// /dashboard/templates: the templates that several hooks share, with their views. `?hook=` or `?fill=` opens one to fill.
import type { Template } from '@hookline/sdk';
import { Link, useSearch } from 'wouter';
import { labelName } from '../../api/label-names.ts';
import { listTemplates } from '../../api/lines/templates.ts';
import { useMeta } from '../../api/meta.ts';
import { usePages } from '../../api/use-pages.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { Count } from '../../kit/display/count.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { linkWith } from '../filters/hook-filters.ts';
import { type FilterControl, useHookFilters } from '../filters/use-hook-filters.ts';
import { SlotText } from '../hooks/template.tsx';

const FillTemplate = lazyPart(() => import('./fill-template.tsx'), 'FillTemplate');
const FilterButton = lazyPart(() => import('../filters/filter-button.tsx'), 'FilterButton');
const FilterChips = lazyPart(() => import('../filters/filter-chips.tsx'), 'FilterChips', <span className="h-8" />);

const sorts = [
  { value: '-median_views', label: 'Most viewed' },
  { value: '-n', label: 'Most hooks' },
] as const;

/** The aside is above the list where there is no room next to it. */
const showAside = (aside: HTMLElement | null) => aside?.scrollIntoView({ block: 'nearest' });

export function TemplatesPage() {
  const search = new URLSearchParams(useSearch());
  const control = useHookFilters();
  const { data: meta } = useMeta();
  const sort = sorts.find(({ value }) => value === search.get('sort'))?.value ?? sorts[0].value;
  const query = { ...control.query, sort };
  const pages = usePages(['templates', query], (cursor) => listTemplates({ ...query, cursor }), { isLimited: true });
  const [hook, template] = [search.get('hook') ?? '', search.get('fill') ?? ''];
  return (
    <PageBody>
      <PageHeader
        title="Templates"
        description="Lines that several creators have used, with the views they reached. Fill one with your topic."
        call={{ path: '/templates', query }}
      />
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <aside
          key={hook + template}
          ref={showAside}
          aria-label="Fill a template"
          className={`scroll-mt-16 lg:sticky lg:top-4 lg:order-last ${hook || template ? '' : 'max-lg:hidden'}`}
        >
          <FillTemplate hook={hook} template={template} />
        </aside>
        <div className="stack gap-3">
          <SearchField
            label="Search templates"
            placeholder="Search the hooks of templates"
            value={control.filters.q?.[0] ?? ''}
            onChange={(q) => changeQuery({ q }, { replace: true })}
          />
          <div className="flex flex-wrap items-center gap-2">
            <SelectField
              name="sort"
              label="Sort by"
              hideLabel
              options={sorts}
              value={sort}
              onChange={({ target: { value } }) => changeQuery({ sort: value === sorts[0].value ? undefined : value })}
            />
            <FilterButton control={control} />
            <FilterChips filters={control.filters} onChange={control.change} except="q" hasPanel />
            {meta?.sample_data && <Badge>Includes sample data</Badge>}
          </div>
          <LoadList from={pages} skeleton={<Skeleton className="h-160 w-full" />} empty={<NoTemplates />}>
            {(templates) => (
              <ul
                aria-label="Templates"
                aria-busy={pages.isLoading}
                className={`divide-y rounded-md border bg-surface transition-opacity ${pages.isLoading ? 'opacity-60' : ''}`}
              >
                {templates.map((one) => (
                  <TemplateRow key={one.template} of={one} control={control} opened={hook} />
                ))}
              </ul>
            )}
          </LoadList>
        </div>
      </div>
    </PageBody>
  );
}

type TemplateRowProps = { of: Template; control: FilterControl; opened: string };

function TemplateRow({ of: { template, n, median_views, archetype, examples }, control, opened }: TemplateRowProps) {
  const [example] = examples;
  return (
    <li className="flex gap-4 px-3 py-2.5 transition-colors hover:bg-sunken has-[[aria-current]]:bg-accent-soft">
      <div className="stack min-w-0 flex-1 gap-1.5">
        <button
          type="button"
          className="text-left"
          aria-current={example?.id === opened || undefined}
          onClick={() => changeQuery({ hook: example?.id, fill: undefined })}
        >
          <HookText>
            <SlotText>{template}</SlotText>
          </HookText>
        </button>
        <ul aria-label="Examples" className="text-muted">
          {examples.slice(0, 2).map(({ id, text }) => (
            <li key={id} dir="auto" className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
        <div>
          <Chip
            onClick={() => control.toggle('archetype', archetype)}
            isActive={control.filters.archetype?.includes(archetype) ?? false}
            kind="archetype"
          >
            {labelName(archetype)}
          </Chip>
        </div>
      </div>
      <div className="grid shrink-0 content-start justify-items-end gap-0.5 text-right">
        <span className="font-medium leading-5.5">
          <Count value={median_views} unit="views" />
        </span>
        <span className="text-xs text-muted">median of</span>
        <Link
          href={linkWith('/dashboard/hooks', { ...control.filters, template: [template] })}
          className="text-xs text-muted underline underline-offset-2 hover:text-ink"
        >
          {plural(n, 'hook')}
        </Link>
      </div>
    </li>
  );
}

function NoTemplates() {
  return (
    <EmptyState title="No template is shared by these hooks">
      Templates of one creator are not listed. Remove a filter, or fill the template of any hook on its page.
    </EmptyState>
  );
}

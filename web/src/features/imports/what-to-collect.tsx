// WhatToCollect: searches of customers that found fewer than three hooks, by week.
import { request } from '../../api/client.ts';
import type { EmptySearch } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Section } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { plural } from '../../kit/page/format.ts';
import { useQueryState } from '../../kit/page/query-state.ts';
import { describeFilters } from '../filters/filter-text.ts';
import { searchSourcePage } from '../sources/source-client.ts';

const path = '/operator/searches/empty';
const dayMs = 86_400_000;
const weeks = Array.from({ length: 8 }, (_, ago) => ({
  value: ago === 0 ? '' : new Date(Date.now() - ago * 7 * dayMs).toISOString().slice(0, 10),
  label: ['This week', 'Last week'][ago] ?? `${ago} weeks ago`,
}));

export function WhatToCollect() {
  const [week, setWeek] = useQueryState('week');
  const query = { week: week || undefined, limit: 20 };
  const { data } = useApi([path, query], () => request<{ data: EmptySearch[] }>('GET', path, { query }));
  return (
    <Section
      title="What to collect next"
      description="Customer searches with fewer than three results."
      actions={
        <SelectField
          name="week"
          label="Week"
          hideLabel
          options={weeks}
          value={week}
          onChange={(event) => setWeek(event.target.value)}
        />
      }
    >
      {data?.data.length === 0 && <p className="text-muted">None in this week.</p>}
      {data && data.data.length > 0 && (
        <ul aria-label="What to collect next" className="divide-y rounded-md border bg-surface">
          {data.data.map((search) => (
            <Row key={JSON.stringify([search.q, search.filters])} search={search} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Row({ search: { q, filters, count, accounts, last_at } }: { search: EmptySearch }) {
  const conditions = Object.keys(filters).length > 0 ? describeFilters(filters) : undefined;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p dir="auto">
          <span className="font-medium">{q ?? conditions}</span>
          {q && conditions && <span className="text-muted"> {conditions}</span>}
        </p>
        <p className="text-xs text-muted">
          {plural(count, 'search', 'searches')} by {plural(accounts, 'customer')}, the last <Time at={last_at} />
        </p>
      </div>
      {q && (
        <LinkButton small icon="plus" href={searchSourcePage(q)}>
          Add source
        </LinkButton>
      )}
    </li>
  );
}

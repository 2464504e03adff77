// GrowthNote: the number of hooks with unknown growth, above a list sorted by growth. A separate chunk.
import { listHooks } from '../../api/catalog.ts';
import { useApi } from '../../api/use-api.ts';
import { plural } from '../../kit/page/format.ts';
import type { FilterControl } from '../filters/use-hook-filters.ts';

export default function GrowthNote({ query }: Pick<FilterControl, 'query'>) {
  const { data } = useApi(['growth', query], () =>
    listHooks({ ...query, sort: '-views_gained_7d', limit: 1, fields: 'id' }),
  );
  const { total = 0, views_gained_unknown: unknown = 0 } = data ?? {};
  return (
    <p className="min-h-4 text-xs text-muted">
      {unknown > 0 &&
        `Growth requires two view counts. ${unknown === total ? 'Every hook here has one so far.' : `${plural(unknown, 'hook')} with only one ${unknown === 1 ? 'is' : 'are'} last.`}`}
    </p>
  );
}

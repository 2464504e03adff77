// No dead ends: which filter to drop where nothing matches, and what was meant where the API refused a value.
import type { HooklineError } from '@hookline/sdk';
import { listHooks } from '../../api/catalog.ts';
import { useApi } from '../../api/use-api.ts';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { hasFilters, toApiQuery } from '../filters/hook-filters.ts';
import { type Counted, corrections, mostFirst, onlyOne, type WayOn, withoutOne } from '../filters/loosen-filters.ts';
import type { FilterControl } from '../filters/use-hook-filters.ts';

const shownWays = 4;

export function NothingFound({ control: { filters, query, change } }: { control: FilterControl }) {
  const isFiltered = hasFilters(filters);
  const { data } = useApi(isFiltered ? ['ways on', query] : null, async () => {
    const loosened = await countAll(withoutOne(filters));
    if (loosened.length > 0) return { ways: loosened, words: 'Without one of the filters there are some:' };
    const alone = await countAll(onlyOne(filters));
    return {
      ways: alone,
      words: alone.length > 0 ? 'Each alone finds some:' : 'Dropping one filter finds none either.',
    };
  });
  if (!isFiltered)
    return (
      <EmptyState
        title="The catalog holds no hook yet"
        example={
          <Code label="Catalog call">{`curl "${location.origin}/meta" \\\n  -H "Authorization: Bearer ${maskedKey}"`}</Code>
        }
      >
        Hooks appear here with the first import. This call tells when that was.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No hook matches all of this"
      action={
        <div className="flex min-h-8 flex-wrap gap-2">
          {data?.ways.slice(0, shownWays).map(({ words, total, filters: next }) => (
            <WayButton key={words} onClick={() => change(next)}>
              {words}
              <span className="ml-1.5 font-normal text-muted">
                {formatNumber(total)} {total === 1 ? 'hook' : 'hooks'}
              </span>
            </WayButton>
          ))}
          <Button kind="ghost" onClick={() => change({})}>
            Clear everything
          </Button>
        </div>
      }
    >
      {data?.words ?? 'Looking which filter is in the way…'}
    </EmptyState>
  );
}

export function Refused({ error, control }: { error: HooklineError; control: FilterControl }) {
  const ways = corrections(control.filters, error.errors);
  return (
    <div className="stack gap-3">
      <Problem error={error} />
      <div className="flex flex-wrap gap-2">
        {ways.map(({ words, filters }) => (
          <WayButton key={words} onClick={() => control.change(filters)}>
            {words}
          </WayButton>
        ))}
        <Button kind="ghost" onClick={() => control.change({})}>
          Clear everything
        </Button>
      </div>
    </div>
  );
}

/** What it drops may be long, and of strangers. */
function WayButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <Button onClick={onClick}>
      <span className="block max-w-72 truncate">{children}</span>
    </Button>
  );
}

async function countAll(ways: readonly WayOn[]): Promise<Counted[]> {
  const counted = ways.map(async (way) => {
    const { total } = await listHooks({ ...toApiQuery(way.filters), fields: 'id', limit: 1 });
    return { ...way, total };
  });
  return mostFirst(await Promise.all(counted));
}

// Suggestions when nothing matches (which filter to remove) or the API rejects a value (what was meant).
import type { HooklineError } from '@hookline/sdk';
import { listHooks } from '../../api/catalog.ts';
import { useMeta } from '../../api/meta.ts';
import { useApi } from '../../api/use-api.ts';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { plural } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { hasFilters, toApiQuery } from '../filters/hook-filters.ts';
import {
  type CountedSuggestion,
  rankSuggestions,
  type Suggestion,
  suggestCorrections,
  suggestFewerWords,
  suggestLabels,
  suggestMeaning,
  suggestRemovals,
  suggestSingles,
} from '../filters/loosen-filters.ts';
import type { FilterControl } from '../filters/use-hook-filters.ts';
import { AskButton } from '../source-requests/ask-button.tsx';

const maxSuggestions = 4;

export function NothingFound({ control: { filters, query, change } }: { control: FilterControl }) {
  const isFiltered = hasFilters(filters);
  const { data: meta } = useMeta();
  const { data } = useApi(isFiltered && meta ? ['suggestions', query] : null, async () => {
    const counted = await Promise.all([
      countAll([...suggestLabels(filters, meta?.values), ...suggestMeaning(filters)]),
      countAll(suggestFewerWords(filters)),
      countAll(suggestRemovals(filters)),
    ]);
    const removals = counted.flat();
    if (removals.length > 0) return { suggestions: removals, text: 'Try:' };
    const singles = await countAll(suggestSingles(filters));
    return {
      suggestions: singles,
      text:
        singles.length > 0 ? 'Try a single word or filter:' : 'Removing one word or filter gives no results either.',
    };
  });
  if (!isFiltered)
    return (
      <EmptyState
        title="No hooks yet"
        example={
          <Code label="Example call">{`curl "${location.origin}/meta" \\\n  -H "Authorization: Bearer ${maskedKey}"`}</Code>
        }
      >
        Hooks appear here after the first import. This call returns when the catalog last changed.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No hooks match"
      action={
        <div className="flex min-h-8 flex-wrap gap-2">
          {data?.suggestions.slice(0, maxSuggestions).map(({ label, total, filters: next }) => (
            <SuggestionButton key={label} onClick={() => change(next)}>
              {label}
              <span className="ml-1.5 font-normal text-muted">{plural(total, 'hook')}</span>
            </SuggestionButton>
          ))}
          <Button kind="ghost" onClick={() => change({})}>
            Clear all
          </Button>
          <AskButton words={filters.q?.[0]} />
        </div>
      }
    >
      {data?.text ?? 'Loading suggestions…'}
    </EmptyState>
  );
}

/** Suggests other searches when few hooks are found. */
export function FewFound({ control: { filters, change } }: { control: FilterControl }) {
  const { data: meta } = useMeta();
  return [...suggestLabels(filters, meta?.values), ...suggestMeaning(filters)].map(({ label, filters: next }) => (
    <Button key={label} small onClick={() => change(next)}>
      {label}
    </Button>
  ));
}

export function InvalidFilters({ error, control }: { error: HooklineError; control: FilterControl }) {
  const suggestions = suggestCorrections(control.filters, error.errors);
  return (
    <div className="stack gap-3">
      <Problem error={error} />
      <div className="flex flex-wrap gap-2">
        {suggestions.map(({ label, filters }) => (
          <SuggestionButton key={label} onClick={() => control.change(filters)}>
            {label}
          </SuggestionButton>
        ))}
        <Button kind="ghost" onClick={() => control.change({})}>
          Clear all
        </Button>
      </div>
    </div>
  );
}

/** Truncates, because filter values can be long user input. */
function SuggestionButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <Button onClick={onClick}>
      <span className="block max-w-72 truncate">{children}</span>
    </Button>
  );
}

async function countAll(suggestions: readonly Suggestion[]): Promise<CountedSuggestion[]> {
  const counted = suggestions.map(async (suggestion) => {
    const { total } = await listHooks({ ...toApiQuery(suggestion.filters), fields: 'id', limit: 1 });
    return { ...suggestion, total };
  });
  return rankSuggestions(await Promise.all(counted));
}

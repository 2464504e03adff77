// NoSearches: what an account without saved searches can do: save one, on the page or by the API.
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';

export function NoSearches({ isViewOnly }: { isViewOnly: boolean }) {
  const example = `curl "${location.origin}/searches" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"name": "Finance hooks over 1M", "filters": {"niche": ["finance"], "min_views": 1000000}, "digest": "weekly"}'`;
  return (
    <EmptyState
      title="No saved searches yet"
      action={
        !isViewOnly && (
          <LinkButton kind="primary" icon="search" href="/dashboard/hooks?niche=finance&min_views=1000000&save=1">
            Save finance hooks over 1M views
          </LinkButton>
        )
      }
      example={<Code label="Save a search with a weekly digest">{example}</Code>}
    >
      Filter hooks and choose Save search, or use the API. Then put the feed into a spreadsheet, a reader or Slack,
      without a key, or get new hooks by email.
    </EmptyState>
  );
}

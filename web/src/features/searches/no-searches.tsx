// NoSearches: what an account without saved searches can do: save one, on the page or by the API.
import type { ReactNode } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';

type NoSearchesProps = { isViewOnly: boolean; isDigest?: boolean; children: ReactNode };

export function NoSearches({ isViewOnly, isDigest = false, children }: NoSearchesProps) {
  const example = `curl "${location.origin}/searches" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"name": "Finance hooks over 1M", "filters": {"niche": ["finance"], "min_views": 1000000}${isDigest ? ', "digest": "weekly"' : ''}}'`;
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
      example={
        <Code label={isDigest ? 'Save a search with a weekly digest' : 'Save a search with the API'}>{example}</Code>
      }
    >
      {children}
    </EmptyState>
  );
}

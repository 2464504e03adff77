// What stands on /dashboard/usage where nothing was called.
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/known-key.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { formatDate } from '../../kit/page/format.ts';
import { firstCall } from '../keys/issued-key.tsx';
import type { Question } from './usage-query.ts';

export function NoCalls({ question: { filters, since, until } }: { question: Question }) {
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <EmptyState
      title={isFiltered ? 'No call is like that' : 'No calls in these days'}
      example={isFiltered ? undefined : <Code label="A call">{firstCall(maskedKey)}</Code>}
    >
      From {formatDate(since)} to {formatDate(until)}, UTC.{' '}
      {isFiltered ? 'Take a filter away, or choose more days.' : 'A call shows here as soon as it is answered:'}
    </EmptyState>
  );
}

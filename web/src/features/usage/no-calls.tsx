// Empty state of /dashboard/usage.
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { formatDate } from '../../kit/page/format.ts';
import { FirstCalls } from '../keys/first-calls.tsx';
import type { UsageView } from './usage-query.ts';

export function NoCalls({ view: { filters, since, until } }: { view: UsageView }) {
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <EmptyState
      title={isFiltered ? 'No calls match these filters' : 'No calls in this period'}
      example={isFiltered ? undefined : <FirstCalls />}
    >
      From {formatDate(since)} to {formatDate(until)}, UTC.{' '}
      {isFiltered ? 'Remove a filter or choose a longer period.' : 'Make a call to see it here:'}
    </EmptyState>
  );
}

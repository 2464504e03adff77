// Filters of /console/deliveries: URL parameters and the API query they map to.
import type { Delivery } from '@hookline/sdk';

export const deliveryFilters = ['status', 'kind', 'account', 'webhook', 'since'] as const;
type FilterName = (typeof deliveryFilters)[number];

export const kinds = ['event', 'test', 'replay'] as const satisfies Delivery['kind'][];

const hourMs = 3_600_000;

/** Relative values of `since` in the URL, so that a shared link covers the same span for a colleague. */
export const spans = [
  { value: '', label: 'Any time', ms: 0 },
  { value: '1h', label: 'Last hour', ms: hourMs },
  { value: '24h', label: 'Last 24 hours', ms: 24 * hourMs },
  { value: '7d', label: 'Last 7 days', ms: 7 * 24 * hourMs },
] as const;

/** URL filters as query parameters of GET /operator/deliveries. */
export function toDeliveryQuery(filters: Partial<Record<FilterName, string[]>>, now: number) {
  const query = Object.fromEntries(Object.entries(filters).map(([name, [value]]) => [name, value]));
  const span = spans.find(({ value }) => value !== '' && value === query.since);
  return { ...query, ...(span && { since: new Date(now - span.ms).toISOString() }) };
}

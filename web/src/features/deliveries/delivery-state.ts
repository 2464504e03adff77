// The list of deliveries as the URL tells it. Nothing here asks the service.
import type { Delivery } from '../../../../src/webhooks/delivery.ts';

export const deliveryFilters = ['status', 'kind', 'account', 'webhook', 'since'] as const;
type FilterName = (typeof deliveryFilters)[number];

export const kinds = ['event', 'test', 'replay'] as const satisfies Delivery['kind'][];

const hourMs = 3_600_000;

/** What `since` may be in the URL beside a moment: so far back from now, which a colleague's now is too. */
export const spans = [
  { value: '', label: 'Any time', ms: 0 },
  { value: '1h', label: 'Last hour', ms: hourMs },
  { value: '24h', label: 'Last 24 hours', ms: 24 * hourMs },
  { value: '7d', label: 'Last 7 days', ms: 7 * 24 * hourMs },
] as const;

/** As the API takes them. */
export function toDeliveryQuery(filters: Partial<Record<FilterName, string[]>>, now: number) {
  const one = Object.fromEntries(Object.entries(filters).map(([name, [value]]) => [name, value]));
  const span = spans.find(({ value }) => value !== '' && value === one.since);
  return { ...one, ...(span && { since: new Date(now - span.ms).toISOString() }) };
}

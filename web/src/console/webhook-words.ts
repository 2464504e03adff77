// Words for webhooks: why one is paused, and its filters. Nothing here knows of React.
import type { Endpoint } from '../../../src/webhooks/endpoint.ts';
import { formatNumber } from '../kit/format.ts';

export const pausedBecause: Readonly<Record<NonNullable<Endpoint['paused_by']>, string>> = {
  owner: 'somebody paused it',
  failures: 'all retries of a delivery failed',
  gone: 'the receiver answered 410',
};

/** One for each filter: “niche: finance, business”, “min views: 1,000,000”. */
export function filtersInWords(filters: Endpoint['filters']): string[] {
  return Object.entries(filters).map(([name, value]) => {
    const values = [value].flat().map((one) => (typeof one === 'number' ? formatNumber(one) : String(one)));
    return `${name.replaceAll('_', ' ')}: ${values.join(', ')}`;
  });
}

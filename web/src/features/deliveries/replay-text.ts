// Counts of deliveries as text. Free of React.
import { formatNumber } from '../../kit/page/format.ts';

export function deliveriesText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'delivery' : 'deliveries'}`;
}

/** "4 failed deliveries of 2 webhooks" */
export function failedText(deliveries: number, webhooks: number): string {
  const of = `${formatNumber(webhooks)} ${webhooks === 1 ? 'webhook' : 'webhooks'}`;
  return `${formatNumber(deliveries)} failed ${deliveries === 1 ? 'delivery' : 'deliveries'} of ${of}`;
}

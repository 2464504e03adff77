// Counts of deliveries as text. Free of React.
import { plural } from '../../kit/page/format.ts';

export function deliveriesText(count: number): string {
  return `${plural(count, 'delivery', 'deliveries')}`;
}

/** "4 failed deliveries of 2 webhooks" */
export function failedText(deliveries: number, webhooks: number): string {
  const of = `${plural(webhooks, 'webhook')}`;
  return `${plural(deliveries, 'failed delivery', 'failed deliveries')} of ${of}`;
}

/** "6 deliveries wait in 2 paused webhooks until they are resumed." */
export function pausedText(deliveries: number, webhooks: number): string {
  const wait = plural(deliveries, 'delivery waits', 'deliveries wait');
  return `${wait} in ${plural(webhooks, 'paused webhook')} until ${webhooks === 1 ? 'it is' : 'they are'} resumed.`;
}

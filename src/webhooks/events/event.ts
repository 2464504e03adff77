// Events that a webhook can receive.
import { z } from 'zod';
import type { KeyScope } from '../../accounts/caller.ts';

export const webhookEvents = [
  'hooks.new',
  'hooks.updated',
  'hooks.retired',
  'export.completed',
  'quota.reached',
  'trends.changed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Scope that a key needs to subscribe to an event and to see it in the log: the scope of the event's data. */
export const eventScopes: Readonly<Record<WebhookEvent, KeyScope>> = {
  'hooks.new': 'webhooks',
  'hooks.updated': 'webhooks',
  'hooks.retired': 'webhooks',
  'export.completed': 'export',
  'quota.reached': 'usage',
  'trends.changed': 'read',
};

/** Events about hooks, to which the filters of a webhook apply. */
export type HookEvent = Extract<WebhookEvent, `hooks.${string}`>;

/** A hook that reaches a threshold triggers `hooks.updated`, once per threshold. */
export const thresholds = {
  views: [1_000_000, 10_000_000, 100_000_000, 1_000_000_000],
  views_per_day: [10_000, 100_000, 1_000_000, 10_000_000],
} as const;

const error = `\`events\` must be one or several of ${webhookEvents.join(', ')}.`;

export const eventsInput = z
  .array(z.enum(webhookEvents, { error }), { error })
  .min(1, error)
  .transform((events) => webhookEvents.filter((event) => events.includes(event)))
  .meta({
    description: `Events to deliver. Default \`["hooks.new"]\`. A key needs the scope \`export\` for export.completed, \`usage\` for quota.reached, and \`read\` for trends.changed`,
    example: ['hooks.new', 'hooks.retired'],
  });

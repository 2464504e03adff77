// Events that a webhook can receive.
import { z } from 'zod';

export const webhookEvents = [
  'hooks.new',
  'hooks.updated',
  'hooks.retired',
  'export.completed',
  'quota.reached',
  'trends.changed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Events about hooks, which the filters of a webhook apply to. */
export type HookEvent = Extract<WebhookEvent, `hooks.${string}`>;

/** A hook that reaches one of them is told as `hooks.updated`, once each. */
export const viewThresholds = [1_000_000, 10_000_000, 100_000_000, 1_000_000_000] as const;

const error = `\`events\` must be one or several of ${webhookEvents.join(', ')}.`;

export const eventsInput = z
  .array(z.enum(webhookEvents, { error }), { error })
  .min(1, error)
  .transform((events) => webhookEvents.filter((event) => events.includes(event)))
  .meta({
    description: `What the webhook receives. Default \`["hooks.new"]\``,
    example: ['hooks.new', 'hooks.retired'],
  });

// Webhook: its input and output schemas, whose field order is part of the API. Also the webhook of the operator.
import { z } from 'zod';
import { filterInput } from '../catalog/search/filter-input.ts';
import { eventsInput, webhookEvents } from './events/event.ts';
import { type Sender, signatureHeaders } from './send.ts';

export const maxUrlLength = 2000;
const webhookUrl = z
  .string()
  .max(maxUrlLength, `\`webhook_url\` must be at most ${maxUrlLength} characters.`)
  .meta({ description: 'HTTPS URL on a public address', example: 'https://example.com/hooks' });
const description = z.string().trim().max(200, '`description` must be at most 200 characters.').nullable();

export const createWebhookInput = z.strictObject({
  webhook_url: webhookUrl,
  filters: filterInput.optional(),
  events: eventsInput.optional(),
  description: description.optional(),
});
export type CreateWebhookInput = z.infer<typeof createWebhookInput>;

export const updateWebhookInput = z.strictObject({
  webhook_url: webhookUrl.optional(),
  filters: filterInput.optional().meta({ description: 'Replaces all current filters' }),
  events: eventsInput.optional(),
  description: description.optional(),
});
export type UpdateWebhookInput = z.infer<typeof updateWebhookInput>;

export const resumeInput = z.strictObject({
  backlog: z
    .enum(['deliver', 'skip'], { error: '`backlog` must be deliver or skip.' })
    .default('deliver')
    .meta({ description: 'What to do with events queued while paused' }),
});
export type ResumeInput = z.infer<typeof resumeInput>;

const moment = z.iso.datetime();

export const webhookSchema = z
  .object({
    webhook_id: z.string().meta({ description: '`wh_` and 16 letters or digits' }),
    webhook_url: z.string(),
    filters: z.looseObject({}).meta({ description: 'Filters for hooks. Normalized: aliases replaced by ids' }),
    events: z.array(z.enum(webhookEvents)),
    description: z.string().nullable(),
    status: z.enum(['active', 'paused']),
    paused_by: z
      .enum(['owner', 'failures', 'gone'])
      .nullable()
      .meta({ description: 'failures: all retries of a delivery failed; gone: the receiver responded with 410' }),
    paused_at: moment.nullable(),
    backlog: z.int().min(0).meta({ description: 'Pending deliveries' }),
    failed: z.int().min(0).meta({
      description: 'Failed deliveries that no replay has delivered since. `resume` and `replay` send them again',
    }),
    previous_secret_until: moment
      .nullable()
      .meta({ description: 'Until then deliveries are also signed with the previous secret' }),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Webhook', description: 'A URL that events are delivered to' });
export type Webhook = z.infer<typeof webhookSchema>;

/** Only the responses of creation and rotation contain the secret. */
export const webhookWithSecretSchema = z
  .object({
    ...webhookSchema.shape,
    secret: z.string().meta({ description: '`whsec_…`, shown only once' }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook that was just created, or whose secret was rotated' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

// Sends to the webhook of the operator, signed like deliveries to customers. The job that calls it retries.

type OperatorWebhook = { url: string; secret: string | undefined; sender: Pick<Sender, 'send'> };

/** Rejects if the receiver does not answer 2xx. */
export function createOperatorWebhook({ url, secret, sender }: OperatorWebhook) {
  return async ({ id, body }: { id: string; body: string }): Promise<void> => {
    const signed = secret === undefined ? {} : signatureHeaders({ id, body, at: Date.now(), secrets: [secret] });
    const headers = { 'content-type': 'application/json', 'user-agent': 'Hookline', 'webhook-id': id, ...signed };
    const { statusCode, error } = await sender.send(url, headers, body);
    if (statusCode === null || statusCode < 200 || statusCode > 299)
      throw new Error(`HOOKLINE_OPERATOR_WEBHOOK: ${error ?? `the receiver responded with ${statusCode}`}.`);
  };
}

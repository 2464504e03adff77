// A webhook endpoint: what its owner may say of it and what is shown. Field order is part of the contract.
import { z } from 'zod';
import { filterInput } from '../catalog/search/filter-input.ts';

const webhookUrl = z
  .string()
  .max(2000, 'webhook_url has more than 2000 characters.')
  .meta({ description: 'https, on a public address', example: 'https://example.com/hooks' });
const description = z.string().trim().max(200, 'description has more than 200 characters.').nullable();

export const createEndpointInput = z.strictObject({
  webhook_url: webhookUrl,
  filters: filterInput.optional(),
  description: description.optional(),
});
export type CreateEndpointInput = z.infer<typeof createEndpointInput>;

export const updateEndpointInput = z.strictObject({
  webhook_url: webhookUrl.optional(),
  filters: filterInput.optional().meta({ description: 'In place of those there were' }),
  description: description.optional(),
});
export type UpdateEndpointInput = z.infer<typeof updateEndpointInput>;

export const resumeInput = z.strictObject({
  backlog: z
    .enum(['deliver', 'skip'], { error: 'backlog is deliver or skip.' })
    .default('deliver')
    .meta({ description: 'What becomes of events that were kept while it was paused' }),
});
export type ResumeInput = z.infer<typeof resumeInput>;

const moment = z.iso.datetime();

export const endpointSchema = z
  .object({
    webhook_id: z.string().meta({ description: '`wh_` and 16 letters or digits' }),
    webhook_url: z.string(),
    filters: z.looseObject({}).meta({ description: 'As they were understood' }),
    description: z.string().nullable(),
    status: z.enum(['active', 'paused']),
    paused_by: z
      .enum(['owner', 'failures', 'gone'])
      .nullable()
      .meta({ description: 'failures: all retries of a delivery failed; gone: the receiver answered 410' }),
    paused_at: moment.nullable(),
    backlog: z.int().min(0).meta({ description: 'Deliveries that wait' }),
    previous_secret_until: moment
      .nullable()
      .meta({ description: 'Until then deliveries are also signed with the secret before the last rotation' }),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Webhook', description: 'An address that new hooks are delivered to' });
export type Endpoint = z.infer<typeof endpointSchema>;

/** The only two answers that carry the secret: of creation and of rotation. */
export const endpointWithSecretSchema = z
  .object({
    ...endpointSchema.shape,
    secret: z.string().meta({ description: '`whsec_…`; shown this once' }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook that was just made, or whose secret was rotated' });
export type EndpointWithSecret = z.infer<typeof endpointWithSecretSchema>;

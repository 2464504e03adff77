// hookline.webhooks: the addresses that new hooks are delivered to, and the log of what was delivered.
import type {
  Delivery,
  DeliveryDetail,
  DeliveryQuery,
  NewWebhook,
  ReplayInput,
  ResumeInput,
  Webhook,
  WebhookUpdate,
  WebhookWithSecret,
} from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import type { Call, CallOptions, Transport } from './transport.ts';

/**
 * `hookline.webhooks`. Plan Enterprise.
 *
 * @example
 * ```ts
 * const webhooks: WebhooksApi = hookline.webhooks;
 * for (const { webhook_url, status } of await webhooks.list()) console.log(webhook_url, status);
 * ```
 */
export type WebhooksApi = {
  /**
   * All of them, five at most.
   *
   * @example
   * ```ts
   * const webhooks = await hookline.webhooks.list();
   * ```
   */
  list: (options?: CallOptions) => Promise<Webhook[]>;
  /**
   * Registers one. Its secret is told here, once. It is not sent again when the answer is lost: look at `list` then.
   *
   * @example
   * ```ts
   * const { webhook_id, secret } = await hookline.webhooks.create({
   *   webhook_url: 'https://example.com/hooks',
   *   filters: { niche: ['finance'], min_views: 1_000_000 },
   * });
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  create: (input: NewWebhook, options?: CallOptions) => Promise<WebhookWithSecret>;
  /**
   * One webhook.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * const { status, paused_by, backlog } = await hookline.webhooks.get(webhook_id);
   * ```
   */
  get: (id: string, options?: CallOptions) => Promise<Webhook>;
  /**
   * Changes address, description, or filters as a whole.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * await hookline.webhooks.update(webhook_id, { filters: { min_views: 1_000_000 } });
   * ```
   */
  update: (id: string, input: WebhookUpdate, options?: CallOptions) => Promise<Webhook>;
  /**
   * Ends it, with what waits for it and its log.
   *
   * @example
   * ```ts
   * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks' });
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => Promise<Webhook>;
  /**
   * Sends a delivery with one invented hook.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * const { delivery_id } = await hookline.webhooks.test(webhook_id);
   * ```
   */
  test: (id: string, options?: CallOptions) => Promise<Delivery>;
  /**
   * Pauses it; what would have been delivered is kept for 30 days.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * await hookline.webhooks.pause(webhook_id);
   * ```
   */
  pause: (id: string, options?: CallOptions) => Promise<Webhook>;
  /**
   * Resumes it, with what was kept unless `backlog` is `skip`.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * await hookline.webhooks.resume(webhook_id, { backlog: 'deliver' });
   * ```
   */
  resume: (id: string, input?: ResumeInput, options?: CallOptions) => Promise<Webhook>;
  /**
   * Gives a new secret. The old one signs too for a day.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * const { secret, previous_secret_until } = await hookline.webhooks.rotateSecret(webhook_id);
   * ```
   */
  rotateSecret: (id: string, options?: CallOptions) => Promise<WebhookWithSecret>;
  /**
   * The log of 30 days, the newest first.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * for await (const delivery of hookline.webhooks.deliveries(webhook_id, { status: 'failed' }))
   *   console.log(delivery.delivery_id, delivery.attempts);
   * ```
   */
  deliveries: (id: string, query?: DeliveryQuery, options?: CallOptions) => Pages<Delivery>;
  /**
   * One delivery with its body and every attempt.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * const { data } = await hookline.webhooks.deliveries(webhook_id, { limit: 1 });
   * const { log } = await hookline.webhooks.delivery(webhook_id, data[0].delivery_id);
   * for (const { status_code, error, took_ms } of log) console.log(status_code ?? error, took_ms);
   * ```
   */
  delivery: (id: string, deliveryId: string, options?: CallOptions) => Promise<DeliveryDetail>;
  /**
   * Delivers again: one delivery, or all of a time.
   *
   * @example
   * ```ts
   * const [{ webhook_id }] = await hookline.webhooks.list();
   * const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
   * const deliveries = await hookline.webhooks.replay(webhook_id, { since: anHourAgo });
   * ```
   */
  replay: (id: string, input: ReplayInput, options?: CallOptions) => Promise<Delivery[]>;
};

const mostDeliveriesPerPage = 100;

export function createWebhooksApi(transport: Transport): WebhooksApi {
  const call = async ({ signal }: CallOptions = {}, call: Call) => (await transport.send({ ...call, signal })).body;
  const pathOf = (id: string, rest = '') => `/webhooks/${encodeURIComponent(id)}${rest}`;
  const post = (path: string, options?: CallOptions, more: Partial<Call> = {}) =>
    call(options, { method: 'POST', path, ...more });
  return {
    list: async (options) => (await call(options, { path: '/webhooks' })).data,
    create: (body, options) => post('/webhooks', options, { body }),
    get: (id, options) => call(options, { path: pathOf(id) }),
    update: (id, body, options) => call(options, { method: 'PATCH', path: pathOf(id), body }),
    delete: (id, options) => call(options, { method: 'DELETE', path: pathOf(id) }),
    test: (id, options) => post(pathOf(id, '/test'), options),
    pause: (id, options) => post(pathOf(id, '/pause'), options, { isRepeatable: true }),
    resume: (id, body = {}, options) => post(pathOf(id, '/resume'), options, { body }),
    rotateSecret: (id, options) => post(pathOf(id, '/rotate-secret'), options),
    deliveries: (id, query = {}, { signal } = {}) =>
      listPages<Delivery>(transport, pathOf(id, '/deliveries'), { query, mostPerPage: mostDeliveriesPerPage, signal }),
    delivery: (id, deliveryId, options) =>
      call(options, { path: pathOf(id, `/deliveries/${encodeURIComponent(deliveryId)}`) }),
    replay: async (id, body, options) => (await post(pathOf(id, '/replay'), options, { body })).data,
  };
}

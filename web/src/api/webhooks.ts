// Client of the webhook routes. Without the SDK's client, to keep the pages small.
import type {
  Delivery,
  DeliveryDetail,
  NewWebhook,
  ReplayInput,
  ResumeInput,
  Webhook,
  WebhookUpdate,
  WebhookWithSecret,
} from '@hookline/sdk';
import { type Query, request, requestCursorPage } from './client.ts';

const pathOf = (id: string, rest = '') => `/webhooks/${encodeURIComponent(id)}${rest}`;

export const listWebhooks = () => request<Webhook[]>('GET', '/webhooks');
export const getWebhook = (id: string) => request<Webhook>('GET', pathOf(id));
export const createWebhook = (body: NewWebhook) => request<WebhookWithSecret>('POST', '/webhooks', { body });
export const updateWebhook = (id: string, body: WebhookUpdate) => request<Webhook>('PATCH', pathOf(id), { body });
export const deleteWebhook = (id: string) => request<Webhook>('DELETE', pathOf(id));
export const pauseWebhook = (id: string) => request<Webhook>('POST', pathOf(id, '/pause'));
export const resumeWebhook = (id: string, backlog: ResumeInput['backlog']) =>
  request<Webhook>('POST', pathOf(id, '/resume'), { body: { backlog } });
export const rotateSecret = (id: string) => request<WebhookWithSecret>('POST', pathOf(id, '/rotate-secret'));
export const testWebhook = (id: string, event?: Webhook['events'][number]) =>
  request<Delivery>('POST', pathOf(id, '/test'), { body: { event } });
export const replayDeliveries = (id: string, body: ReplayInput) =>
  request<Delivery[]>('POST', pathOf(id, '/replay'), { body });

export const sendDeliveryNow = (id: string, deliveryId: string) =>
  request<Delivery>('POST', pathOf(id, `/deliveries/${encodeURIComponent(deliveryId)}/send`));

export const listDeliveries = (id: string, query: Query) =>
  requestCursorPage<Delivery>(pathOf(id, '/deliveries'), query);
export const getDelivery = (id: string, deliveryId: string) =>
  request<DeliveryDetail>('GET', pathOf(id, `/deliveries/${encodeURIComponent(deliveryId)}`));

// The routes of webhooks as their pages ask them: without the SDK's client, whose chunk they then need not load at once.
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

const at = (id: string, rest = '') => `/webhooks/${encodeURIComponent(id)}${rest}`;

export const listWebhooks = () => request<Webhook[]>('GET', '/webhooks');
export const getWebhook = (id: string) => request<Webhook>('GET', at(id));
export const createWebhook = (body: NewWebhook) => request<WebhookWithSecret>('POST', '/webhooks', { body });
export const updateWebhook = (id: string, body: WebhookUpdate) => request<Webhook>('PATCH', at(id), { body });
export const deleteWebhook = (id: string) => request<Webhook>('DELETE', at(id));
export const pauseWebhook = (id: string) => request<Webhook>('POST', at(id, '/pause'));
export const resumeWebhook = (id: string, backlog: ResumeInput['backlog']) =>
  request<Webhook>('POST', at(id, '/resume'), { body: { backlog } });
export const rotateSecret = (id: string) => request<WebhookWithSecret>('POST', at(id, '/rotate-secret'));
export const testWebhook = (id: string) => request<Delivery>('POST', at(id, '/test'));
export const replayDeliveries = (id: string, body: ReplayInput) =>
  request<Delivery[]>('POST', at(id, '/replay'), { body });

export const listDeliveries = (id: string, query: Query) => requestCursorPage<Delivery>(at(id, '/deliveries'), query);
export const getDelivery = (id: string, deliveryId: string) =>
  request<DeliveryDetail>('GET', at(id, `/deliveries/${encodeURIComponent(deliveryId)}`));

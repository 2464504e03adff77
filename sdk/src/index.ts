// Exports of @hookline/sdk, for Node and browsers. Exports of @hookline/sdk/node are in node.ts.

export type { CatalogApi, Changes, ChangesPage, Trends } from './catalog.ts';
export { createHookline, type Hookline, type HooklineOptions } from './client.ts';
export type { CollectionPage, CollectionsApi } from './collections.ts';
export type { DownloadOptions } from './download.ts';
export {
  type ErrorCode,
  HooklineConnectionError,
  HooklineError,
  HooklineExportError,
  HooklineTimeoutError,
  isHooklineError,
} from './errors.ts';
export type { CreateExportOptions, ExportFile, ExportsApi, WaitOptions } from './exports.ts';
export { filterFields } from './filter-fields.ts';
export { describeFilters, type FilterNames, filterTitle, filterValueText } from './filter-words.ts';
export type * from './openapi.ts';
export type { Listed, ListInput, ListQuery, Page, Pages } from './pages.ts';
export type { HooksApi, LinesApi, RequestsApi, SchedulesApi, SearchesApi, TrendAlertsApi } from './resources.ts';
export type { LogEntry } from './transport/log.ts';
export type { RateLimit } from './transport/rate-limit.ts';
export type { ApiPromise, WithResponse } from './transport/response.ts';
export type { CallOptions, Retry } from './transport/transport.ts';
export {
  type NewHooksEvent,
  type TrendsChanged,
  type VerifiedWebhook,
  type VerifyWebhookInput,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './verify-webhook.ts';
export type { UnwrapOptions, WebhooksApi } from './webhooks.ts';

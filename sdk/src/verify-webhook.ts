// Verifies the signature and the age of a webhook delivery with Web Crypto, which Node, browsers and edge runtimes have.
import type { Export, Hook } from './openapi.ts';

type Event<Name extends string, Data> = { event: Name; timestamp: string; event_id: string | null; data: Data };
type HookBatch<H> = { count: number; hooks: H[]; batch: { index: number; of: number } };

/**
 * Body of a delivery of new hooks, which a webhook receives by default. `event_id` is the same in all batches of an event, and null in
 * a test delivery.
 *
 * @example
 * ```ts
 * const handle = ({ data }: NewHooksEvent) => data.hooks.map(({ text }) => text);
 * ```
 */
export type NewHooksEvent = Event<'hooks.new', HookBatch<Hook>>;

/**
 * Body of a delivery; `event` is its type. A webhook receives the types in its `events`, by default `hooks.new`.
 *
 * @example
 * ```ts
 * function handle(event: WebhookEvent): string[] {
 *   if (event.event === 'hooks.new') return event.data.hooks.map(({ text }) => text);
 *   if (event.event === 'hooks.retired') return event.data.hooks.map(({ id }) => id);
 *   return [];
 * }
 * ```
 */
export type WebhookEvent =
  | NewHooksEvent
  | Event<'hooks.updated', HookBatch<Hook & { crossed: number; previous_views: number }>>
  | Event<'hooks.retired', HookBatch<{ id: string; retired_at: string; reason: string | null }>>
  | Event<'export.completed', Export>
  | Event<'quota.reached', { window: 'day' | 'month'; limit: number; percent: number; resets_at: string }>
  | Event<'trends.changed', TrendsChanged>;

/**
 * Content of a trend alert: the values whose verdict changed, with the number of hooks and both shares.
 *
 * @example
 * ```ts
 * const heating = ({ changes }: TrendsChanged) => changes.map(({ value, n }) => `${value}: ${n} hooks`);
 * ```
 */
export type TrendsChanged = {
  alert_id: string;
  name: string | null;
  by: string;
  window: string;
  filters: Record<string, unknown>;
  catalog_version: number;
  changes: {
    value: string;
    verdict: string;
    previous_verdict: string;
    n: number;
    share: number;
    previous_share: number;
    change: number | null;
  }[];
};

/**
 * A verified delivery. `id` is the same for every attempt: store it and skip deliveries that you have processed.
 *
 * @example
 * ```ts
 * const processed = new Set<string>();
 * function isNew({ id }: VerifiedWebhook): boolean {
 *   if (processed.has(id)) return false;
 *   processed.add(id);
 *   return true;
 * }
 * ```
 */
export type VerifiedWebhook = { id: string; event: WebhookEvent };

/**
 * A received delivery. `body` is the raw body as bytes or text: re-serialized JSON does not match the signature. `secret`
 * may be several secrets during a rotation. `by` selects the signature: `webhook-signature` (default) covers id and
 * timestamp too; `x-service-signature` covers only the body, so it does not protect against replays.
 *
 * @example
 * ```ts
 * const incoming = new Request('https://example.com/hooks', { method: 'POST', body: '{}' });
 * const input: VerifyWebhookInput = { body: await incoming.text(), headers: incoming.headers, secret: 'whsec_c2VjcmV0' };
 * const error = await verifyWebhook(input).catch((error) => error);
 * console.log(error.reason);
 * ```
 */
export type VerifyWebhookInput = {
  body: string | Uint8Array | ArrayBuffer;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  secret: string | readonly string[];
  /** Largest difference between the delivery's timestamp and the local clock. Default 300. */
  toleranceSeconds?: number;
  by?: 'webhook-signature' | 'x-service-signature';
};

/**
 * Thrown for a delivery that is not genuine or too old; respond with 401. `reason` is the check that failed.
 *
 * @example
 * ```ts
 * const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1795240805', 'webhook-signature': 'v1,forged' };
 * const error = await verifyWebhook({ body: '{}', headers, secret: 'whsec_c2VjcmV0' }).catch((error) => error);
 * if (error instanceof WebhookVerificationError) console.log(error.reason);
 * ```
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: 'missing_header' | 'wrong_signature' | 'too_old' | 'too_new' | 'invalid_body';

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const prefix = 'whsec_';
const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Verifies the signature and the timestamp of a delivery and returns its id and its parsed body. Rejects with
 * WebhookVerificationError if verification fails, and with TypeError if `secret` is malformed.
 *
 * @example
 * ```ts
 * async function receive(request: Request): Promise<Response> {
 *   const secret = process.env.HOOKLINE_WEBHOOK_SECRET ?? '';
 *   try {
 *     const { id, event } = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 *     if (event.event === 'hooks.new') console.log(id, event.data.hooks.length);
 *     return new Response(null, { status: 204 });
 *   } catch (error) {
 *     if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 401 });
 *     throw error;
 *   }
 * }
 * ```
 */
export async function verifyWebhook(input: VerifyWebhookInput): Promise<VerifiedWebhook> {
  const { headers, toleranceSeconds = 300, by = 'webhook-signature' } = input;
  const body = toBytes(input.body);
  const secrets = [input.secret].flat();
  if (secrets.length === 0 || !secrets.every(isSecret))
    throw new TypeError('`secret` must be the secret returned when the webhook was created (`whsec_…`).');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const isGenuine =
    by === 'webhook-signature'
      ? await isSignedByStandard(readHeader(headers, by), concat(`${id}.${timestamp}.`, body), secrets)
      : await isSignedByService(headers, body, secrets);
  if (!isGenuine) throw new WebhookVerificationError('wrong_signature', 'The signature does not match this secret.');
  if (by === 'webhook-signature') checkTime(timestamp, toleranceSeconds);
  return { id, event: parse(body) };
}

function isSecret(secret: string): boolean {
  return secret.startsWith(prefix) && decodeBase64(secret.slice(prefix.length)).length > 0;
}

/** The header lists several signatures after a rotation. The HMAC key is the decoded base64 of the secret. */
function isSignedByStandard(header: string, content: Bytes, secrets: readonly string[]): Promise<boolean> {
  const versioned = header.split(' ').filter((signature) => signature.startsWith('v1,'));
  const signatures = versioned.map((signature) => decodeBase64(signature.slice('v1,'.length)));
  return isSigned(
    content,
    signatures,
    secrets.map((secret) => decodeBase64(secret.slice(prefix.length))),
  );
}

/** The HMAC key is the secret's text, including its prefix. */
function isSignedByService(
  headers: VerifyWebhookInput['headers'],
  body: Bytes,
  secrets: readonly string[],
): Promise<boolean> {
  const values = [
    readHeader(headers, 'x-service-signature'),
    findHeader(headers, 'x-service-signature-previous') ?? '',
  ];
  const signatures = values.map((value) => decodeHex(/^sha256=([0-9a-f]{64})$/.exec(value)?.[1] ?? ''));
  return isSigned(body, signatures, secrets.map(toBytes));
}

type Bytes = Uint8Array<ArrayBuffer>;

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(content: Bytes, signatures: readonly Bytes[], keys: readonly Bytes[]): Promise<boolean> {
  for (const key of keys) {
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
    for (const signature of signatures)
      if (await crypto.subtle.verify(algorithm, imported, signature, content)) return true;
  }
  return false;
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  const ageSeconds = Date.now() / 1000 - Number(timestamp);
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookVerificationError('too_old', `The delivery was signed more than ${toleranceSeconds} s ago.`);
  if (ageSeconds < -toleranceSeconds)
    throw new WebhookVerificationError(
      'too_new',
      `The delivery's timestamp is more than ${toleranceSeconds} s in the future. Check the local clock.`,
    );
}

function parse(body: Bytes): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError('invalid_body', 'The signature is valid, but the body is not JSON.');
  }
}

function readHeader(headers: VerifyWebhookInput['headers'], name: string): string {
  const value = findHeader(headers, name);
  if (!value) throw new WebhookVerificationError('missing_header', `The ${name} header is missing.`);
  return value;
}

/** Node's headers are a record in lower case; other platforms keep the sender's case. */
function findHeader(headers: VerifyWebhookInput['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  return typeof value === 'object' ? value.join(' ') : value;
}

function toBytes(data: string | Uint8Array | ArrayBuffer): Bytes {
  return typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
}

function concat(text: string, bytes: Bytes): Bytes {
  const head = toBytes(text);
  const all = new Uint8Array(head.length + bytes.length);
  all.set(head);
  all.set(bytes, head.length);
  return all;
}

/** Empty if `text` is not base64; no signature equals that. */
function decodeBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function decodeHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

// Whether a delivery is Hookline's and of now, by Web Crypto: for Node, edge functions and everything between.
import type { Hook } from './openapi.ts';

/**
 * The body of a delivery. `event_id` is the same in all batches of an event, and null in a test.
 *
 * @example
 * ```ts
 * const handle = ({ data }: WebhookEvent) => data.hooks.map(({ text }) => text);
 * ```
 */
export type WebhookEvent = {
  event: 'hooks.new';
  timestamp: string;
  event_id: string | null;
  data: { count: number; hooks: Hook[]; batch: { index: number; of: number } };
};

/**
 * A delivery that is genuine. `id` is the same at every attempt: remember it, and skip what you know.
 *
 * @example
 * ```ts
 * const known = new Set<string>();
 * function isNew({ id }: VerifiedWebhook): boolean {
 *   const isKnown = known.has(id);
 *   known.add(id);
 *   return !isKnown;
 * }
 * ```
 */
export type VerifiedWebhook = { id: string; event: WebhookEvent };

/**
 * A delivery as it came. `body` is its bytes or its text, not what they were parsed to. `secret` may be several during an
 * exchange. `by` chooses the signature: `webhook-signature` covers id and time too; `x-service-signature` only the body, so
 * that a delivery somebody caught can be sent again at any time.
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
  /** How far its time may be from ours, 300 unless told. */
  toleranceSeconds?: number;
  by?: 'webhook-signature' | 'x-service-signature';
};

/**
 * Thrown for what should be answered with 401: `reason` says what was wrong.
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
 * The delivery, if it was signed with this secret within the last minutes. Rejects with WebhookVerificationError.
 *
 * @example
 * ```ts
 * async function receive(request: Request): Promise<Response> {
 *   const secret = process.env.HOOKLINE_WEBHOOK_SECRET ?? '';
 *   try {
 *     const { id, event } = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 *     console.log(id, event.data.hooks.length);
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
    throw new TypeError('secret is what registering the webhook gave: whsec_ and more.');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const isGenuine =
    by === 'webhook-signature'
      ? await isSignedByStandard(readHeader(headers, by), concat(`${id}.${timestamp}.`, body), secrets)
      : await isSignedByService(headers, body, secrets);
  if (!isGenuine) throw new WebhookVerificationError('wrong_signature', 'It was not signed with this secret.');
  if (by === 'webhook-signature') checkTime(timestamp, toleranceSeconds);
  return { id, event: parse(body) };
}

function isSecret(secret: string): boolean {
  return secret.startsWith(prefix) && decodeBase64(secret.slice(prefix.length)).length > 0;
}

/** A list of signatures, by either secret after a rotation. The key is what the secret's base64 holds. */
function isSignedByStandard(header: string, content: Bytes, secrets: readonly string[]): Promise<boolean> {
  const given = header.split(' ').filter((one) => one.startsWith('v1,'));
  const signatures = given.map((one) => decodeBase64(one.slice('v1,'.length)));
  return isSigned(
    content,
    signatures,
    secrets.map((secret) => decodeBase64(secret.slice(prefix.length))),
  );
}

/** The key is the secret as shown. */
function isSignedByService(
  headers: VerifyWebhookInput['headers'],
  body: Bytes,
  secrets: readonly string[],
): Promise<boolean> {
  const given = [readHeader(headers, 'x-service-signature'), findHeader(headers, 'x-service-signature-previous') ?? ''];
  const signatures = given.map((one) => decodeHex(/^sha256=([0-9a-f]{64})$/.exec(one)?.[1] ?? ''));
  return isSigned(body, signatures, secrets.map(toBytes));
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Web Crypto compares in constant time. */
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
    throw new WebhookVerificationError('too_old', `It was signed more than ${toleranceSeconds} s ago.`);
  if (ageSeconds < -toleranceSeconds)
    throw new WebhookVerificationError('too_new', `It was signed more than ${toleranceSeconds} s from now.`);
}

function parse(body: Bytes): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError('invalid_body', 'It is genuine, but no JSON.');
  }
}

function readHeader(headers: VerifyWebhookInput['headers'], name: string): string {
  const value = findHeader(headers, name);
  if (!value) throw new WebhookVerificationError('missing_header', `It has no ${name} header.`);
  return value;
}

/** Node's headers are a record in lower case; others keep the case they came in. */
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

/** Nothing where it is no base64, which no signature equals. */
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

// Signs deliveries: X-Service-Signature over the body, and Standard Webhooks over id, timestamp and body. Pure.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export type SignatureInput = {
  /** The same for every attempt. */
  id: string;
  body: string;
  /** Milliseconds since 1970, of this attempt. */
  at: number;
  /** The current secret, then for a day after a rotation the previous one. */
  secrets: readonly [string, ...string[]];
};

export function signatureHeaders({ id, body, at, secrets }: SignatureInput): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const [current, previous] = secrets;
  const hex = (secret: string) => `sha256=${hmac(secret, body).digest('hex')}`;
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${hmac(key, `${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
    'x-service-signature': hex(current),
    ...(previous === undefined ? {} : { 'x-service-signature-previous': hex(previous) }),
  };
}

function hmac(key: string | Buffer, content: string) {
  return createHmac('sha256', key).update(content);
}

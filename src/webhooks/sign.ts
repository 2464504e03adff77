// Signatures of deliveries, of two families: X-Service-Signature over the body, and Standard Webhooks over id, time and body. Pure.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export type Signed = {
  /** The same at every attempt. */
  id: string;
  body: string;
  /** Milliseconds since 1970, of this attempt. */
  at: number;
  /** The secret, and for a day after a rotation the one before. */
  secrets: readonly string[];
};

export function signatureHeaders({ id, body, at, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const [current, previous] = secrets.map((secret) => `sha256=${hmac(secret, body).digest('hex')}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${hmac(key, `${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
    'x-service-signature': current,
    ...(previous === undefined ? {} : { 'x-service-signature-previous': previous }),
  };
}

function hmac(key: string | Buffer, content: string) {
  return createHmac('sha256', key).update(content);
}

// Signs forwarded deliveries as the service does: X-Service-Signature over the body, and Standard Webhooks.
import { createHmac, randomBytes } from 'node:crypto';
import { UsageError } from './terminal/output.ts';

const prefix = 'whsec_';

export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export function checkSecret(secret: string): string {
  if (/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) return secret;
  throw new UsageError('--secret must be a webhook secret: whsec_ followed by base64.');
}

export function signatureHeaders(id: string, body: string, secret: string, now = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content);
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(key, `${id}.${timestamp}.${body}`).digest('base64')}`,
    'x-service-signature': `sha256=${hmac(secret, body).digest('hex')}`,
  };
}

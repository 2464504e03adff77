// Code that verifies a delivery, to copy into a receiver. test/webhooks/webhook-snippets.test.ts runs it; docs/webhooks.md has complete receivers.

const sdk = `import { verifyWebhook } from '@hookline/sdk';

// Throws if the signature is invalid or too old: answer 401.
export async function receive(request) {
  const { id, event } = await verifyWebhook({
    body: await request.text(),
    headers: request.headers,
    secret: process.env.HOOKLINE_WEBHOOK_SECRET,
  });
  // Deliveries can arrive twice: skip ids you have seen.
  return { id, event };
}`;

const python = `import hashlib, hmac, json, os

secret = os.environ["HOOKLINE_WEBHOOK_SECRET"]


def receive(body: bytes, headers) -> dict:
    """Returns the event. body: the raw bytes of the request."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    # After a rotation, the old secret signs too for 24 hours.
    names = ("x-service-signature", "x-service-signature-previous")
    if not any(hmac.compare_digest(headers.get(name, ""), expected) for name in names):
        raise ValueError("invalid signature: answer 401")
    return json.loads(body)`;

const raw = `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = process.env.HOOKLINE_WEBHOOK_SECRET;

// body: a Buffer with the raw bytes of the request. No dependencies.
export function receive(body, headers) {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(body).digest('hex'));
  const matches = (name) => {
    const signature = Buffer.from(String(headers[name]));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
  // After a rotation, the old secret signs too for 24 hours.
  if (!matches('x-service-signature') && !matches('x-service-signature-previous'))
    throw new Error('Invalid signature: answer 401.');
  return JSON.parse(body.toString());
}`;

export const verifiers = [
  { id: 'sdk', title: 'TypeScript', text: sdk },
  { id: 'python', title: 'Python', text: python },
  { id: 'raw', title: 'HMAC in Node', text: raw },
] as const;

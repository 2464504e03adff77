// What verifies a delivery, to be copied into a receiver. docs/webhooks.md has whole receivers; test/webhooks/webhook-snippets.test.ts runs these.

const sdk = `import { verifyWebhook } from '@hookline/sdk';

// Throws what is not Hookline's, or too old: answer that with 401.
export async function receive(request) {
  const { id, event } = await verifyWebhook({
    body: await request.text(),
    headers: request.headers,
    secret: process.env.HOOKLINE_WEBHOOK_SECRET,
  });
  // A delivery may come twice: skip an id that you know.
  return { id, hooks: event.data.hooks };
}`;

const python = `import hashlib, hmac, json, os

secret = os.environ["HOOKLINE_WEBHOOK_SECRET"]


def receive(body: bytes, headers) -> dict:
    """The event. body is its bytes as they came."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    # During an exchange of secrets the old one signs too.
    names = ("x-service-signature", "x-service-signature-previous")
    if not any(hmac.compare_digest(headers.get(name, ""), expected) for name in names):
        raise ValueError("not signed by Hookline: answer 401")
    return json.loads(body)`;

const raw = `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = process.env.HOOKLINE_WEBHOOK_SECRET;

// body is a Buffer with the bytes as they came; nothing but Node is needed.
export function receive(body, headers) {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(body).digest('hex'));
  const isSame = (name) => {
    const given = Buffer.from(String(headers[name]));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  // During an exchange of secrets the old one signs too.
  if (!isSame('x-service-signature') && !isSame('x-service-signature-previous'))
    throw new Error('Not signed by Hookline: answer 401.');
  return JSON.parse(body.toString());
}`;

export const verifiers = [
  { id: 'sdk', title: 'TypeScript', text: sdk },
  { id: 'python', title: 'Python', text: python },
  { id: 'raw', title: 'HMAC in Node', text: raw },
] as const;

// Verifies the signature and the age of a delivery according to the Standard Webhooks specification.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

const toleranceSeconds = 300;

export function isGenuine({
  headers,
  rawBody,
  secret,
}: {
  headers: IDataObject;
  rawBody?: Buffer;
  secret?: string;
}): boolean {
  if (!secret || !rawBody) return false;
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  // The header has several signatures after a rotation of the secret.
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

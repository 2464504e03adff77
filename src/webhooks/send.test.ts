// Properties of signatures, the retry schedule and encrypted secrets.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { createEncryption } from '../lib/encryption.ts';
import { nextAttemptAt } from './delivery.ts';
import { newSecret, signatureHeaders } from './send.ts';

const retryDelaysMs = [60_000, 300_000, 1_800_000, 7_200_000];

test('any body verifies with the Standard Webhooks library and a plain HMAC, under each secret', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (body) => {
      const secrets: [string, string] = [newSecret(), newSecret()];
      const headers = signatureHeaders({ id: 'msg_1', body, at: Date.now(), secrets });
      for (const secret of secrets) new Webhook(secret).verify(body, headers, { jsonParse: false });
      const [current, previous] = secrets.map((secret) => createHmac('sha256', secret).update(body).digest('hex'));
      assert.equal(headers['x-service-signature'], `sha256=${current}`);
      assert.equal(headers['x-service-signature-previous'], `sha256=${previous}`);
    }),
    { numRuns: 50 },
  );
});

test('the delay after each failure follows the schedule, or a longer Retry-After; after the last there is no retry', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.nat(2 ** 40),
      fc.nat(2 ** 40),
      (failures, failedAt, retryAfterMs) => {
        const at = nextAttemptAt({ failures, failedAt, retryAfterMs }, retryDelaysMs);
        const scheduled = retryDelaysMs[failures - 1];
        if (scheduled === undefined) return assert.equal(at, undefined);
        const wait = (at ?? 0) - failedAt;
        assert.ok(wait >= scheduled && wait <= 24 * 3_600_000);
      },
    ),
  );
});

test('an encrypted secret decrypts only with the same key and unmodified', () => {
  const encryption = createEncryption('one operator key');
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, at) => {
      const encrypted = encryption.encrypt(text);
      assert.equal(encryption.decrypt(encrypted), text);
      assert.throws(() => createEncryption('another operator key').decrypt(encrypted));
      const bytes = Buffer.from(encrypted, 'base64');
      const offset = at % bytes.length;
      bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
      assert.throws(() => encryption.decrypt(bytes.toString('base64')));
    }),
    { numRuns: 50 },
  );
});

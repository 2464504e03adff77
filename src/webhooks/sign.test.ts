// Laws of signing, of the schedule and of sealed secrets.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { createEncryption } from '../lib/encryption.ts';
import { nextAttemptAt, readRetryAfter } from './retry-schedule.ts';
import { newSecret, signatureHeaders } from './sign.ts';

const retryMs = [60_000, 300_000, 1_800_000, 7_200_000];

test('any body is verified by the library of the standard and by a plain HMAC, under each of the secrets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (body) => {
      const secrets = [newSecret(), newSecret()];
      const headers = signatureHeaders({ id: 'msg_1', body, at: Date.now(), secrets });
      for (const secret of secrets) new Webhook(secret).verify(body, headers, { jsonParse: false });
      const [current, previous] = secrets.map((secret) => createHmac('sha256', secret).update(body).digest('hex'));
      assert.equal(headers['x-service-signature'], `sha256=${current}`);
      assert.equal(headers['x-service-signature-previous'], `sha256=${previous}`);
    }),
    { numRuns: 50 },
  );
});

test('the wait after each failure is that of the schedule, or longer where the receiver asks for it; then there is none', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.nat(2 ** 40),
      fc.nat(2 ** 40),
      (failures, failedAt, retryAfterMs) => {
        const at = nextAttemptAt({ failures, failedAt, retryAfterMs }, retryMs);
        if (failures > retryMs.length) return assert.equal(at, undefined);
        const wait = (at ?? 0) - failedAt;
        assert.ok(wait >= retryMs[failures - 1] && wait <= 24 * 3_600_000);
      },
    ),
  );
});

test('Retry-After is seconds or a date, and anything else says nothing', () => {
  const now = Date.UTC(2026, 10, 21);
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter(new Date(now + 5000).toUTCString(), now), 5000);
  for (const header of [undefined, '', '-5', '1e9', 'soon', new Date(now - 5000).toUTCString()])
    assert.equal(readRetryAfter(header, now), 0, String(header));
});

test('what is sealed is opened by the same key only, and not when it was changed', () => {
  const encryption = createEncryption('one operator key');
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, at) => {
      const sealed = encryption.encrypt(text);
      assert.equal(encryption.decrypt(sealed), text);
      assert.throws(() => createEncryption('another operator key').decrypt(sealed));
      const bytes = Buffer.from(sealed, 'base64');
      bytes[at % bytes.length] ^= 1;
      assert.throws(() => encryption.decrypt(bytes.toString('base64')));
    }),
    { numRuns: 50 },
  );
});

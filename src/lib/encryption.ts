// Secrets that must be read again, encrypted for the database: AES-256-GCM under a key made from the operator's.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type Encryption = {
  close: (text: string) => string;
  /** Throws where it was sealed under another key, or changed. */
  open: (sealed: string) => string;
};

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Who changes the operator key seals anew: what was sealed under the old one cannot be opened. */
export function createEncryption(operatorKey: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', operatorKey, '', 'hookline secrets', 32));
  return {
    close: (text) => {
      const iv = randomBytes(ivBytes);
      const encrypt = createCipheriv(cipher, key, iv);
      const content = Buffer.concat([encrypt.update(text, 'utf8'), encrypt.final()]);
      return Buffer.concat([iv, encrypt.getAuthTag(), content]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decrypt = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
      decrypt.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decrypt.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decrypt.final('utf8');
    },
  };
}

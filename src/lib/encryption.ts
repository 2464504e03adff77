// Encryption of secrets stored in the database: AES-256-GCM with a key derived from the operator key.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type Encryption = {
  /** Base64 of IV, authentication tag and ciphertext. */
  encrypt: (text: string) => string;
  /** Throws if the text was encrypted with another key, or modified. */
  decrypt: (encrypted: string) => string;
  /** Returns undefined where `decrypt` throws. */
  tryDecrypt: (encrypted: string) => string | undefined;
};

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** After a change of the operator key, secrets encrypted with the old key cannot be decrypted. */
export function createEncryption(operatorKey: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', operatorKey, '', 'hookline secrets', 32));
  function decrypt(encrypted: string): string {
    const bytes = Buffer.from(encrypted, 'base64');
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  }
  return {
    encrypt: (text) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv);
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64');
    },
    decrypt,
    tryDecrypt: (encrypted) => {
      try {
        return decrypt(encrypted);
      } catch {
        return undefined;
      }
    },
  };
}

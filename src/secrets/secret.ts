// Secret: a named value that requests of sources send, such as the key of an API; its schemas, and the replacement of names in a text.
import { z } from 'zod';

const maxNameLength = 50;

/** Names are valid in a URL without encoding. */
export const secretName = z
  .string()
  .regex(
    new RegExp(`^[a-z0-9_-]{1,${maxNameLength}}$`),
    `The name of a secret must have 1 to ${maxNameLength} lower-case letters, digits, - and _, such as apify.`,
  );

/** Error messages never repeat the value. */
export const setSecretInput = z.strictObject({
  value: z
    .string({ error: '`value` must be a text.' })
    .trim()
    .min(1, '`value` must not be empty.')
    .max(4000, '`value` must be at most 4,000 characters.')
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, '`value` must be printable characters without line breaks.')
    .meta({ description: 'Encrypted at once, and never shown again' }),
});
export type SetSecretInput = z.infer<typeof setSecretInput>;

export const secretSchema = z
  .object({
    name: z.string(),
    from: z.enum(['database', 'environment']).meta({
      description: '`environment`: HOOKLINE_SECRET_NAME is set, and takes precedence over the database',
    }),
    is_readable: z
      .boolean()
      .meta({ description: 'false if it was encrypted with a former operator key; set it again' }),
    created_at: z.iso.datetime().nullable().meta({ description: 'null for a secret of the environment' }),
    updated_at: z.iso.datetime().nullable().meta({ description: 'null for a secret of the environment' }),
  })
  .meta({ id: 'NamedSecret', description: 'A secret without its value' });
export type Secret = z.infer<typeof secretSchema>;

/** Text without a valid name, such as `$secret:`, is unchanged. */
const reference = /\$secret:([a-z0-9_-]+)/gi;

/** Names of the secrets that a text refers to as `$secret:NAME`, each once. */
export function secretsIn(text: string): string[] {
  return [...new Set([...text.matchAll(reference)].map(([, name = '']) => name.toLowerCase()))];
}

/** Replaces each `$secret:NAME` by `encode` of its value. Throws an error for the operator if a secret does not exist. */
export function fillSecrets(
  text: string,
  secrets: ReadonlyMap<string, string>,
  encode: (value: string) => string = (value) => value,
): string {
  return text.replace(reference, (_, name: string) => encode(requireSecret(secrets, name.toLowerCase())));
}

/** Throws an error for the operator if the secret does not exist. */
export function requireSecret(secrets: ReadonlyMap<string, string>, name: string): string {
  const value = secrets.get(name);
  if (value === undefined) throw new Error(`There is no secret ${name}. ${setSecretRemedy(name)}`);
  return value;
}

export function setSecretRemedy(name: string): string {
  return `Set it with \`npx hookline admin secrets set ${name}\`.`;
}

/** Shorter secrets would redact words that are not secret. */
const minRedactedLength = 4;

/** The response of an API may repeat the secret that was sent, in an error or in a record. */
export function redactSecrets(text: string, secrets: ReadonlyMap<string, string>): string {
  let redacted = text;
  for (const [name, value] of [...secrets].sort(([, a], [, b]) => b.length - a.length)) {
    if (value.length < minRedactedLength) continue;
    for (const form of new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]))
      redacted = redacted.replaceAll(form, `$secret:${name}`);
  }
  return redacted;
}

// Zod schemas of the values that variables take. Each parses the text and rejects with "must be …, not …".
import { delimiter, isAbsolute, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** `parse` returns undefined for an invalid value. */
function parsed<Value>(expected: string, parse: (text: string) => Value | undefined) {
  return z.string().transform((text, context): Value => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue(`must be ${expected}, not "${text}".`);
    return z.NEVER;
  });
}

export function wholeNumber(min: number, max: number) {
  return parsed(`a whole number from ${min} to ${max}`, (text) => {
    const value = Number(text);
    return /^\d{1,16}$/.test(text) && value >= min && value <= max ? value : undefined;
  });
}

/** A whole number, or this word instead. */
export function wholeNumberOr<const Word extends string>(word: Word, min: number, max: number) {
  return parsed(`a whole number from ${min}, or ${word}`, (text): number | Word | undefined => {
    if (text === word) return word;
    return wholeNumber(min, max).safeParse(text).data;
  });
}

/** Number from 0 to 1. */
export const share = parsed('a number from 0 to 1', (text) =>
  /^(?:0|1|0?\.\d{1,6}|1\.0+)$/.test(text) ? Number(text) : undefined,
);

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return parsed(`one of ${values.join(', ')}`, (text) => values.find((value) => value === text));
}

export const flag = oneOf(['0', '1']).transform((text) => text === '1');

const aDuration = 'a duration such as 90s, 4h or 1d';

/** Duration in milliseconds. */
export const duration = parsed(aDuration, (text) => parseDuration(text) || undefined);

/** The text itself, for intervals that are shown as written. */
export const durationText = parsed(aDuration, (text) => (parseDuration(text) ? text : undefined));

/** A comma-separated list, in the order of `values`, without repeats. */
export function someOf<const Value extends string>(values: readonly Value[]) {
  return parsed(`one or more of ${values.join(', ')}`, (text) => {
    const names: readonly string[] = split(text);
    const isValid = names.every((name) => values.some((value) => value === name));
    return isValid ? values.filter((value) => names.includes(value)) : undefined;
  });
}

/** Milliseconds of each duration in a comma-separated list. */
export const durations = parsed('durations such as 1m,5m,30m', (text) => {
  const waits = split(text).map((wait) => parseDuration(wait) || 0);
  return waits.includes(0) ? undefined : waits;
});

/** Removes slashes at the end. */
export const httpUrl = parsed('an http(s) URL such as https://api.example.com', (text) => {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? text.replace(/\/+$/, '') : undefined;
});

/** Lower case, since users are looked up by it. */
export const mailbox = parsed('an email address such as ada@example.com', (text) => {
  const email = text.toLowerCase();
  return z.email().safeParse(email).success && !email.endsWith('.invalid') ? email : undefined;
});

/** Files of PostgreSQL contain the data directory in lines, and terminals interpret control characters. */
export const directory = z
  .string()
  .refine((text) => !/\p{Cc}/u.test(text), {
    error: 'must be a path without line breaks and other control characters, such as ./data.',
  })
  .transform((path) => resolve(path));

/** Absolute directories in a list, as in PATH. */
export const directories = parsed(`absolute directories separated by "${delimiter}"`, (text) => {
  const paths = text.split(delimiter).filter((path) => path !== '');
  return paths.every(isAbsolute) ? paths : undefined;
});

/** The messages do not repeat a URL that may contain a password. The host is optional, as in `postgres:///name` for a local server. */
export const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace(/^(\w+:\/\/[^/?#]*@)\//, '$1localhost/')),
    {
      error:
        'must be a PostgreSQL URL such as postgres://hookline:secret@db.example.com:5432/hookline. Percent-encode special characters of the password.',
    },
  );

export const smtpUrl = z
  .string()
  .refine((text) => /^smtps?:\/\/[^?]/.test(text) && Boolean(URL.parse(text)?.hostname), {
    error:
      'must be the URL of a mail server, such as smtps://user:password@mail.example.com:465 or smtp://user:password@mail.example.com:587?requireTLS=true. Percent-encode special characters of the password.',
  });

/** Addresses and networks for @fastify/proxy-addr. */
export const proxies = parsed('addresses, networks such as 10.0.0.0/8, or loopback', (text) => {
  const names = split(text).filter((name) => name !== '');
  const isValid = (name: string) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(name) || ipaddr.isValid(name) || ipaddr.isValidCIDR(name);
  return names.every(isValid) ? names : undefined;
});

/** Location of export files. `prefix` is empty or ends with a slash; `customEndpoint` is an S3 server other than Amazon's. */
export type ExportLocation = Readonly<
  | { kind: 'directory'; path: string }
  | { kind: 's3'; bucket: string; prefix: string; customEndpoint: { endpoint: string; region: string } | undefined }
>;

export const exportLocation = parsed('a directory or s3://bucket/prefix', (text): ExportLocation | undefined => {
  if (!/^[a-z][\w+.-]*:\/\//i.test(text)) return { kind: 'directory', path: resolve(text) };
  const [, bucket, folders = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.!~-]+)*)\/?$/.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  const prefix = folders === '' ? '' : `${folders.slice(1)}/`;
  return { kind: 's3', bucket, prefix, customEndpoint: undefined };
});

/** The message does not repeat the value, which is a secret. */
export const operatorKey = z.string().refine((text) => text.length >= 24 && !/[^\x21-\x7e]/.test(text), {
  error: 'must have at least 24 printable characters and no spaces.',
});

/** Printable ASCII, since it is sent in a header. The message does not repeat it. */
export const secret = z.string().refine((text) => !/[^\x21-\x7e]/.test(text), {
  error: 'must have printable characters only, and no spaces.',
});

/** The text is unchanged. The message does not repeat it, since its path is often a secret. */
export const webhookUrl = z.string().refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
  error: 'must be an http(s) URL.',
});

export const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, {
  error: 'must be whsec_ and at least 24 bytes in base64.',
});

function split(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

// Durations in configuration: `300ms`, `5s`, `1m`, `4h`, `1d`.

const unitMs = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Milliseconds, or undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  const factor = unitMs.get(unit);
  return factor === undefined ? undefined : Number(amount) * factor;
}

// Variable of the configuration: its schema with name, default and meaning, from which the documentation is derived.

type Variable = {
  name: string;
  /** Text used for an unset or empty variable. */
  default?: string;
  /** Shown in the documentation for a variable without a default. Default `none`. */
  shownDefault?: string;
  meaning: string;
};

export const registry = z.registry<Variable>();

export function variable<Schema extends z.ZodType<unknown, string | undefined>>(
  schema: Schema,
  about: Variable,
): Schema {
  // The registry identifies a schema by reference, and two variables may share one.
  const own = schema.clone();
  registry.add(own, about);
  return own;
}

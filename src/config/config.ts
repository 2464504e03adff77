// The environment, read once, checked and frozen. Nothing else reads process.env.
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { parseDuration } from './durations.ts';

/** `api` answers requests; `worker` writes exports, delivers, runs sources, mails. */
const roles = ['api', 'worker'] as const;
export type Role = (typeof roles)[number];

const databaseBackends = ['postgres', 'yugabytedb', 'citus'] as const;
export type DatabaseBackend = (typeof databaseBackends)[number];

/** Where files of exports are kept. `prefix` is empty or ends with a slash; `elsewhere` is a store that is not Amazon's. */
export type ExportPlace = Readonly<
  | { kind: 'directory'; path: string }
  | { kind: 's3'; bucket: string; prefix: string; elsewhere: { endpoint: string; region: string } | undefined }
>;

export type Config = Readonly<{
  host: string;
  port: number;
  /** Base of every absolute link, without a slash at the end. Unset: the address that is listened on. */
  publicUrl: string | undefined;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  dataDir: string;
  /** How many processes serve, sharing one port. */
  processes: number;
  roles: readonly Role[];
  exports: ExportPlace;
  /** PostgreSQL elsewhere; undefined runs the embedded server in the data directory. */
  databaseUrl: string | undefined;
  databaseBackend: DatabaseBackend;
  /** undefined: generated into the data directory. */
  operatorKey: string | undefined;
  sample: boolean;
  minViews: number;
  /** The interval of sources that state none, as the operator wrote it. */
  updateEvery: string;
  /** Life of an export's file and of its links. */
  exportTtlMs: number;
  /** The wait after each failure of a delivery. */
  webhookRetryMs: readonly number[];
  /** Deliveries may go to http and to private addresses. */
  allowPrivateWebhooks: boolean;
  /** undefined writes mail into the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  logLevel: string;
}>;

type Variable = { name: string; default: string; meaning: string };

/** Every variable the service reads. README.md lists them; a test compares the two. */
export const variables: readonly Variable[] = [
  { name: 'HOST', default: '127.0.0.1', meaning: 'address to listen on' },
  { name: 'PORT', default: '8787', meaning: 'port to listen on; 0 takes a free one' },
  { name: 'HOOKLINE_PUBLIC_URL', default: 'http://HOST:PORT', meaning: 'base of links' },
  {
    name: 'HOOKLINE_TRUSTED_PROXIES',
    default: 'none',
    meaning: 'addresses or networks of proxies in front, such as `loopback` or `10.0.0.0/8`; limits by address need it',
  },
  {
    name: 'HOOKLINE_DATA',
    default: './data',
    meaning: 'embedded database, exports, outbox and operator key; one process at a time',
  },
  {
    name: 'HOOKLINE_PROCESSES',
    default: '1',
    meaning: 'processes that share the port, up to 64; as many as there are cores use the whole machine',
  },
  {
    name: 'HOOKLINE_ROLES',
    default: 'api,worker',
    meaning: '`api` answers requests, `worker` exports, delivers, runs sources and mails',
  },
  {
    name: 'HOOKLINE_EXPORTS',
    default: 'exports in HOOKLINE_DATA',
    meaning: 'files of exports: a directory that all processes share, or `s3://bucket/prefix`',
  },
  { name: 'DATABASE_URL', default: 'unset = embedded', meaning: 'PostgreSQL elsewhere' },
  {
    name: 'HOOKLINE_DATABASE_BACKEND',
    default: 'postgres',
    meaning: 'what answers at `DATABASE_URL`: postgres, yugabytedb, citus',
  },
  {
    name: 'HOOKLINE_OPERATOR_KEY',
    default: 'generated',
    meaning: 'bearer key of the operator API and the CLI; at least 24 characters',
  },
  { name: 'HOOKLINE_SAMPLE', default: '1', meaning: '0 = start with an empty catalog and no demo account' },
  { name: 'HOOKLINE_MIN_VIEWS', default: '100000', meaning: 'imports refuse hooks with fewer views' },
  { name: 'HOOKLINE_UPDATE_EVERY', default: '4h', meaning: 'how often sources are run, as /meta tells it' },
  { name: 'HOOKLINE_EXPORT_TTL', default: '24h', meaning: 'life of an export file and of its link' },
  { name: 'HOOKLINE_WEBHOOK_RETRIES', default: '1m,5m,30m,2h', meaning: 'waits after each failure of a delivery' },
  {
    name: 'HOOKLINE_WEBHOOK_ALLOW_PRIVATE',
    default: '0',
    meaning: '1 = http and private addresses, of webhooks and sources',
  },
  { name: 'SMTP_URL', default: 'unset = files', meaning: 'mail server; without one mail is written to data/outbox' },
  { name: 'MAIL_FROM', default: 'Hookline <hookline@localhost>', meaning: 'sender of mail' },
  { name: 'HOOKLINE_LOG', default: 'info', meaning: 'log level: debug, info, warn, error, silent' },
];

export class ConfigError extends Error {}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const get = (name: string) => (env[name] === '' ? undefined : env[name]);
  const dataDir = resolve(get('HOOKLINE_DATA') ?? './data');
  const updateEvery = get('HOOKLINE_UPDATE_EVERY') ?? '4h';
  duration('HOOKLINE_UPDATE_EVERY', updateEvery);
  return Object.freeze({
    host: get('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', get('PORT') ?? '8787', 65535),
    publicUrl:
      get('HOOKLINE_PUBLIC_URL') === undefined
        ? undefined
        : httpUrl('HOOKLINE_PUBLIC_URL', get('HOOKLINE_PUBLIC_URL') ?? ''),
    trustedProxies: proxies(get('HOOKLINE_TRUSTED_PROXIES') ?? ''),
    dataDir,
    exports: exportPlace(get, dataDir),
    processes: processes(get('HOOKLINE_PROCESSES') ?? '1'),
    roles: chosenRoles(get('HOOKLINE_ROLES') ?? roles.join()),
    databaseUrl: get('DATABASE_URL'),
    databaseBackend: oneOf(
      'HOOKLINE_DATABASE_BACKEND',
      get('HOOKLINE_DATABASE_BACKEND') ?? 'postgres',
      databaseBackends,
    ),
    operatorKey: operatorKey(get('HOOKLINE_OPERATOR_KEY')),
    sample: oneOf('HOOKLINE_SAMPLE', get('HOOKLINE_SAMPLE') ?? '1', ['0', '1']) === '1',
    minViews: wholeNumber('HOOKLINE_MIN_VIEWS', get('HOOKLINE_MIN_VIEWS') ?? '100000', Number.MAX_SAFE_INTEGER),
    updateEvery,
    exportTtlMs: duration('HOOKLINE_EXPORT_TTL', get('HOOKLINE_EXPORT_TTL') ?? '24h'),
    webhookRetryMs: (get('HOOKLINE_WEBHOOK_RETRIES') ?? '1m,5m,30m,2h')
      .split(',')
      .map((wait) => duration('HOOKLINE_WEBHOOK_RETRIES', wait)),
    allowPrivateWebhooks:
      oneOf('HOOKLINE_WEBHOOK_ALLOW_PRIVATE', get('HOOKLINE_WEBHOOK_ALLOW_PRIVATE') ?? '0', ['0', '1']) === '1',
    smtpUrl: get('SMTP_URL'),
    mailFrom: get('MAIL_FROM') ?? 'Hookline <hookline@localhost>',
    logLevel: oneOf('HOOKLINE_LOG', get('HOOKLINE_LOG') ?? 'info', ['debug', 'info', 'warn', 'error', 'silent']),
  });
}

function refuse(name: string, value: string, wanted: string): never {
  throw new ConfigError(`${name}=${value} is not ${wanted}.`);
}

function wholeNumber(name: string, value: string, max: number): number {
  return /^\d{1,16}$/.test(value) && Number(value) <= max
    ? Number(value)
    : refuse(name, value, `a whole number up to ${max}`);
}

function processes(value: string): number {
  return wholeNumber('HOOKLINE_PROCESSES', value, 64) || refuse('HOOKLINE_PROCESSES', value, 'a number from 1 to 64');
}

function chosenRoles(value: string): Role[] {
  const named = value.split(',').map((one) => one.trim());
  if (named.some((one) => !roles.includes(one as Role)))
    refuse('HOOKLINE_ROLES', value, `one or both of ${roles.join(', ')}`);
  return roles.filter((one) => named.includes(one));
}

function duration(name: string, value: string): number {
  return parseDuration(value) || refuse(name, value, 'a duration such as 90s, 4h or 1d');
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  return allowed.find((one) => one === value) ?? refuse(name, value, `one of ${allowed.join(', ')}`);
}

function httpUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    refuse(name, value, 'an http(s) address such as https://api.example.com');
  return value.replace(/\/+$/, '');
}

function exportPlace(get: (name: string) => string | undefined, dataDir: string): ExportPlace {
  const value = get('HOOKLINE_EXPORTS') ?? join(dataDir, 'exports');
  if (!/^[a-z][\w+.-]*:\/\//i.test(value)) return { kind: 'directory', path: resolve(value) };
  const [, bucket, folders = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.!~-]+)*)\/?$/.exec(value) ?? [];
  if (bucket === undefined) return refuse('HOOKLINE_EXPORTS', value, 'a directory or s3://bucket/prefix');
  // The SDK reads these by itself, but wants another way to name buckets there, and a region.
  const name = get('AWS_ENDPOINT_URL_S3') === undefined ? 'AWS_ENDPOINT_URL' : 'AWS_ENDPOINT_URL_S3';
  const endpoint = get(name);
  const prefix = folders === '' ? '' : `${folders.slice(1)}/`;
  const region = get('AWS_REGION') ?? 'us-east-1';
  const elsewhere = endpoint === undefined ? undefined : { endpoint: httpUrl(name, endpoint), region };
  return { kind: 's3', bucket, prefix, elsewhere };
}

/** As @fastify/proxy-addr takes them. */
function proxies(value: string): string[] {
  const listed = value.split(',').map((one) => one.trim());
  return listed
    .filter((one) => one !== '')
    .map((one) => {
      const isKnown =
        ['loopback', 'linklocal', 'uniquelocal'].includes(one) || ipaddr.isValid(one) || ipaddr.isValidCIDR(one);
      return isKnown
        ? one
        : refuse('HOOKLINE_TRUSTED_PROXIES', one, 'an address, a network such as 10.0.0.0/8, or loopback');
    });
}

function operatorKey(value: string | undefined): string | undefined {
  // The value is a secret: the message must not repeat it.
  if (value !== undefined && (value.length < 24 || /[^\x21-\x7e]/.test(value))) {
    throw new ConfigError('HOOKLINE_OPERATOR_KEY must have at least 24 printable characters and no spaces.');
  }
  return value;
}

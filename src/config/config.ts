// Configuration: environment variables, validated once at startup and frozen. Nothing else reads process.env.

import { join } from 'node:path';
import { z } from 'zod';
import { defaultFloors, sameFloor } from './label-floors.ts';
import { type Limits, readLimits } from './limits.ts';
import {
  databaseUrl,
  directories,
  directory,
  duration,
  durations,
  durationText,
  type ExportLocation,
  exportLocation,
  flag,
  httpUrl,
  mailbox,
  oneOf,
  operatorKey,
  proxies,
  registry,
  secret,
  share,
  smtpUrl,
  someOf,
  variable,
  webhookSecret,
  webhookUrl,
  wholeNumber,
  wholeNumberOr,
} from './values.ts';

// Variables of operators and sign-up.

/** How new customers get an account: an operator approves each, or a link in an email is enough. */
const signUpModes = ['request', 'open'] as const;

const accountVariables = {
  operatorKey: variable(operatorKey.optional(), {
    name: 'HOOKLINE_OPERATOR_KEY',
    shownDefault: 'generated, mode 0600',
    meaning: 'bearer key of the operator API and the CLI; at least 24 characters',
  }),
  operatorEmail: variable(mailbox.optional(), {
    name: 'HOOKLINE_OPERATOR_EMAIL',
    meaning:
      'mailbox of an owner of the service, who signs in to the console at `/sign-in` and is mailed about requests and problems; added at each start',
  }),
  operatorWebhook: variable(webhookUrl.optional(), {
    name: 'HOOKLINE_OPERATOR_WEBHOOK',
    meaning:
      'URL that health problems are posted to when they start and when they are resolved, such as a Slack webhook (docs/operator.md)',
  }),
  operatorWebhookSecret: variable(webhookSecret.optional(), {
    name: 'HOOKLINE_OPERATOR_WEBHOOK_SECRET',
    meaning: '`whsec_…` secret that signs these requests like deliveries to customers; without it they are not signed',
  }),
  signUp: variable(oneOf(signUpModes), {
    name: 'HOOKLINE_SIGNUP',
    default: 'request',
    meaning: '`request` = an operator approves each account; `open` = anyone gets a Free account and a key by email',
  }),
};

const endpointKey = (name: string) =>
  variable(secret.optional(), { name, meaning: 'key of that API; local servers need none' });

// Variables of embeddings: what turns lines into vectors, which are compared to find similar lines.

/** Keys are fields of Config. */
const embeddingVariables = {
  embeddingsMode: variable(oneOf(['local', 'off']), {
    name: 'HOOKLINE_EMBEDDINGS',
    default: 'local',
    meaning:
      '`local` = the included model finds similar English lines by meaning too (docs/similar.md); `off` = only words are compared, unless `HOOKLINE_EMBEDDINGS_URL` is set',
  }),
  embeddingsUrl: variable(httpUrl.optional(), {
    name: 'HOOKLINE_EMBEDDINGS_URL',
    meaning: 'OpenAI-compatible API for embeddings, used instead of the included model; supports other languages too',
  }),
  embeddingsKey: endpointKey('HOOKLINE_EMBEDDINGS_KEY'),
  embeddingsModel: variable(z.string().optional(), {
    name: 'HOOKLINE_EMBEDDINGS_MODEL',
    meaning: 'name of the embeddings model; required with `HOOKLINE_EMBEDDINGS_URL`',
  }),
};

type EmbeddingOutputs = { [F in keyof typeof embeddingVariables]: z.output<(typeof embeddingVariables)[F]> };
type EmbeddingVariables = EmbeddingOutputs;

/** OpenAI-compatible provider of embeddings. */
export type EmbeddingsProvider = Readonly<{ url: string; key: string | undefined; model: string }>;
/** Without a URL, the included model is used. */
export type EmbeddingsConfig = EmbeddingsProvider | Readonly<{ url?: undefined; model: string }>;

/** Vectors are stored under this name, so change it whenever they change. */
export const localModel = 'universal-sentence-encoder-lite-128';

/** Undefined if only words are compared. */
function toEmbeddings(variables: EmbeddingVariables): EmbeddingsConfig | undefined {
  const { embeddingsUrl, embeddingsKey: key, embeddingsModel: model, embeddingsMode } = variables;
  if (embeddingsUrl === undefined || model === undefined)
    return embeddingsMode === 'local' ? Object.freeze({ model: localModel }) : undefined;
  // The documentation of most servers shows the URL of the endpoint, not the base URL.
  return Object.freeze({ url: embeddingsUrl.replace(/\/embeddings\/?$/, ''), key, model });
}

// Variables of collectors (the YouTube Data API, yt-dlp, transcription) and of the refresh of views.

/** Keys are fields of Config. */
const collectVariables = {
  youtubeUrl: variable(httpUrl, {
    name: 'HOOKLINE_YOUTUBE_URL',
    default: 'https://www.googleapis.com/youtube/v3',
    meaning: 'base URL of the YouTube Data API',
  }),
  youtubeUnits: variable(wholeNumber(1, Number.MAX_SAFE_INTEGER), {
    name: 'HOOKLINE_YOUTUBE_UNITS',
    default: '10000',
    meaning: 'units of the YouTube Data API that sources and refreshes may use a day (Pacific time)',
  }),
  retireUnavailable: variable(flag, {
    name: 'HOOKLINE_RETIRE_UNAVAILABLE',
    default: '0',
    meaning:
      '1 retires hooks whose video was deleted or made private 30 days ago; they return when it is available again',
  }),
  ytDlp: variable(z.string(), {
    name: 'HOOKLINE_YTDLP',
    default: 'yt-dlp',
    meaning: 'yt-dlp program that sources run: a path, or a name on PATH (docs/collecting.md)',
  }),
  ytDlpCookies: variable(directory.optional(), {
    name: 'HOOKLINE_YTDLP_COOKIES',
    meaning: 'file of cookies that yt-dlp sends',
  }),
  ytDlpVideosPerHour: variable(wholeNumber(1, 100_000), {
    name: 'HOOKLINE_YTDLP_VIDEOS_PER_HOUR',
    default: '300',
    meaning: 'videos that yt-dlp requests in an hour, over all sources',
  }),
  transcribeUrl: variable(httpUrl.optional(), {
    name: 'HOOKLINE_TRANSCRIBE_URL',
    meaning:
      'OpenAI-compatible API that transcribes the beginning of yt-dlp videos without captions (docs/collecting.md)',
  }),
  transcribeKey: endpointKey('HOOKLINE_TRANSCRIBE_KEY'),
  transcribeModel: variable(z.string(), {
    name: 'HOOKLINE_TRANSCRIBE_MODEL',
    default: 'whisper-1',
    meaning: 'name of the transcription model',
  }),
  transcribeBudget: variable(wholeNumberOr('unlimited', 1, 10_000_000), {
    name: 'HOOKLINE_TRANSCRIBE_BUDGET',
    default: '600',
    meaning: 'minutes of audio that may be transcribed in a month (UTC); or `unlimited`',
  }),
  transcribeFloor: variable(share, {
    name: 'HOOKLINE_TRANSCRIBE_FLOOR',
    default: '0.6',
    meaning: 'a transcribed hook with a lower confidence waits for review; 0 to 1',
  }),
};

type Outputs = { [F in keyof typeof collectVariables]: z.output<(typeof collectVariables)[F]> };
type TranscriptionVariables = Pick<Outputs, Extract<keyof Outputs, `transcribe${string}`>>;

/** `budget`: seconds of audio per month; null is unlimited. `floor`: hooks with a lower confidence stay pending. */
export type TranscriptionConfig = Readonly<{
  url: string;
  key: string | undefined;
  model: string;
  budget: number | null;
  floor: number;
}>;

function toTranscription({
  transcribeUrl,
  transcribeKey: key,
  transcribeModel: model,
  transcribeBudget: minutes,
  transcribeFloor: floor,
}: TranscriptionVariables): TranscriptionConfig | undefined {
  if (transcribeUrl === undefined) return undefined;
  // The documentation of most servers shows the URL of the endpoint, not the base URL.
  const url = transcribeUrl.replace(/\/audio\/transcriptions\/?$/, '');
  return Object.freeze({ url, key, model, budget: minutes === 'unlimited' ? null : minutes * 60, floor });
}

/** `api` serves requests; `worker` writes exports, delivers webhooks, runs sources and sends mail. */
const roles = ['api', 'worker'] as const;
export type Role = (typeof roles)[number];

const databaseBackends = ['postgres', 'yugabytedb', 'citus'] as const;
export type DatabaseBackend = (typeof databaseBackends)[number];

/** Every variable, by its field of Config. */
const table = z.object({
  host: variable(z.string(), { name: 'HOST', default: '127.0.0.1', meaning: 'address to listen on' }),
  port: variable(wholeNumber(0, 65535), {
    name: 'PORT',
    default: '8787',
    meaning: 'port to listen on; 0 picks a free one',
  }),
  publicUrl: variable(httpUrl.optional(), {
    name: 'HOOKLINE_PUBLIC_URL',
    shownDefault: 'http://HOST:PORT',
    meaning: 'base URL of links',
  }),
  url: variable(z.string().optional(), {
    name: 'HOOKLINE_URL',
    shownDefault: 'HOOKLINE_PUBLIC_URL',
    meaning: 'service that the commands of `hookline admin` call; the service itself does not read it',
  }),
  trustedProxies: variable(proxies, {
    name: 'HOOKLINE_TRUSTED_PROXIES',
    default: '',
    shownDefault: 'none',
    meaning:
      'reverse proxies whose X-Forwarded-For is trusted, such as `loopback` or `10.0.0.0/8`; rate limits by IP address require it',
  }),
  dataDir: variable(directory, {
    name: 'HOOKLINE_DATA',
    default: './data',
    meaning: 'embedded database, stored catalog, exports, outbox and operator key; one process at a time',
  }),
  processes: variable(wholeNumber(1, 64), {
    name: 'HOOKLINE_PROCESSES',
    default: '1',
    meaning: 'cores that serve requests, up to 64, each by a thread that shares the port and the catalog',
  }),
  roles: variable(someOf(roles), {
    name: 'HOOKLINE_ROLES',
    default: roles.join(),
    meaning: '`api` serves requests; `worker` writes exports, delivers webhooks, runs sources and sends mail',
  }),
  exports: variable(exportLocation.optional(), {
    name: 'HOOKLINE_EXPORTS',
    shownDefault: 'exports in HOOKLINE_DATA',
    meaning:
      'where export files are stored: a directory shared by all processes, or `s3://bucket/prefix` (docs/deployment.md)',
  }),
  databaseUrl: variable(databaseUrl.optional(), {
    name: 'DATABASE_URL',
    shownDefault: 'unset = embedded',
    meaning: 'PostgreSQL server to use instead of the embedded one',
  }),
  databaseBackend: variable(oneOf(databaseBackends), {
    name: 'HOOKLINE_DATABASE_BACKEND',
    default: 'postgres',
    meaning: `database at \`DATABASE_URL\`: ${databaseBackends.join(', ')}`,
  }),
  ...accountVariables,
  sample: variable(flag, {
    name: 'HOOKLINE_SAMPLE',
    default: '1',
    meaning: '0 = start with an empty catalog and no demo account',
  }),
  minViews: variable(wholeNumber(0, Number.MAX_SAFE_INTEGER), {
    name: 'HOOKLINE_MIN_VIEWS',
    default: '100000',
    meaning: 'imports reject hooks with fewer views',
  }),
  llmUrl: variable(httpUrl.optional(), {
    name: 'HOOKLINE_LLM_URL',
    meaning: 'OpenAI-compatible API of a language model that checks uncertain labels (docs/labels.md)',
  }),
  llmKey: endpointKey('HOOKLINE_LLM_KEY'),
  llmModel: variable(z.string().optional(), {
    name: 'HOOKLINE_LLM_MODEL',
    meaning: 'name of the language model; required with `HOOKLINE_LLM_URL`',
  }),
  llmBudget: variable(wholeNumberOr('unlimited', 1, Number.MAX_SAFE_INTEGER), {
    name: 'HOOKLINE_LLM_BUDGET',
    default: '1000000',
    meaning: 'tokens that the language model may use in a month (UTC), input and output; or `unlimited`',
  }),
  ...embeddingVariables,
  labelFloors: variable(
    share.optional().transform((floor) => (floor === undefined ? defaultFloors : sameFloor(floor))),
    {
      name: 'HOOKLINE_LABEL_FLOOR',
      shownDefault: '0.45 for archetypes, 0.71 for emotional triggers, 0.6 for niches and formats',
      meaning: 'a hook with a guessed label of lower confidence waits for review; one floor for all labels, 0 to 1',
    },
  ),
  updateEvery: variable(durationText, {
    name: 'HOOKLINE_UPDATE_EVERY',
    default: '4h',
    meaning: 'default interval of sources, shown by `/meta`',
  }),
  sourceDirs: variable(directories, {
    name: 'HOOKLINE_SOURCE_DIRS',
    default: '',
    shownDefault: 'none',
    meaning: 'directories whose files sources may read, separated by `:`; never the data directory',
  }),
  ...collectVariables,
  exportTtlMs: variable(duration, {
    name: 'HOOKLINE_EXPORT_TTL',
    default: '24h',
    meaning: 'lifetime of an export file and its download link',
  }),
  webhookRetryMs: variable(durations, {
    name: 'HOOKLINE_WEBHOOK_RETRIES',
    default: '1m,5m,30m,2h',
    meaning: 'delay before each retry of a failed delivery',
  }),
  allowPrivateWebhooks: variable(flag, {
    name: 'HOOKLINE_WEBHOOK_ALLOW_PRIVATE',
    default: '0',
    meaning: '1 = allow http and private addresses for webhooks and sources',
  }),
  smtpUrl: variable(smtpUrl.optional(), {
    name: 'SMTP_URL',
    shownDefault: 'unset = files',
    meaning: '`smtps://…` or `smtp://…`; if unset, mail is written to `outbox` in HOOKLINE_DATA',
  }),
  mailFrom: variable(z.string(), {
    name: 'MAIL_FROM',
    default: 'Hookline <hookline@localhost>',
    meaning: 'sender of mail',
  }),
  logLevel: variable(oneOf(['debug', 'info', 'warn', 'error', 'silent']), {
    name: 'HOOKLINE_LOG',
    default: 'info',
    meaning: 'log level: debug, info, warn, error, silent',
  }),
});

/** Language model of an OpenAI-compatible provider. `budget`: tokens per month; null is unlimited. */
type LlmConfig = Readonly<{ url: string; key: string | undefined; model: string; budget: number | null }>;

/** Fields that become members of `exports`, `llm`, `embeddings` and `transcription`. */
type Combined =
  | 'exports'
  | `llm${'Url' | 'Key' | 'Model' | 'Budget'}`
  | keyof EmbeddingVariables
  | keyof TranscriptionVariables;

export type Config = Readonly<
  Omit<z.output<typeof table>, Combined> & {
    exports: ExportLocation;
    /** Undefined if none is configured. */
    llm: LlmConfig | undefined;
    /** Undefined if only words are compared. */
    embeddings: EmbeddingsConfig | undefined;
    /** Undefined if it is off. */
    transcription: TranscriptionConfig | undefined;
    /** Values of HOOKLINE_SECRET_NAME, by lower-case name. They take precedence over those in the database. */
    secrets: ReadonlyMap<string, string>;
    /** Limits of clients and accounts (limits.ts). */
    limits: Limits;
  }
>;

const fields = Object.entries(table.shape).flatMap(([field, schema]) => {
  const about = registry.get(schema);
  return about === undefined ? [] : [{ field, ...about }];
});

/** The table of docs/configuration.md and `hookline admin help config`; a test compares the document with it. */
export const variables = fields.map(({ name, default: text, shownDefault, meaning }) => ({
  name,
  default: shownDefault ?? text ?? 'none',
  meaning,
}));

export class ConfigError extends Error {}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const texts = fields.map(({ field, name, default: text }) => [field, env[name] || text]);
  const result = table.safeParse(Object.fromEntries(texts));
  const faults = (result.error?.issues ?? []).map(({ path, message }) => `${nameOf(path[0])} ${message}`);
  const limits = readLimits(env, (fault) => faults.push(fault));
  if (result.data?.llmUrl !== undefined && result.data.llmModel === undefined)
    faults.push('HOOKLINE_LLM_MODEL must be the name of a model at HOOKLINE_LLM_URL, such as llama3.1:8b.');
  if (result.data?.embeddingsUrl !== undefined && result.data.embeddingsModel === undefined)
    faults.push(
      'HOOKLINE_EMBEDDINGS_MODEL must be the name of a model at HOOKLINE_EMBEDDINGS_URL, such as text-embedding-3-small.',
    );
  for (const [name, text] of [
    ['LLM', result.data?.llmUrl] as const,
    ['EMBEDDINGS', result.data?.embeddingsUrl] as const,
    ['TRANSCRIBE', result.data?.transcribeUrl] as const,
  ])
    if (/^https?:\/\/[^/?#]*@/.test(text ?? ''))
      faults.push(`HOOKLINE_${name}_URL must have no user and no password. Send the key as HOOKLINE_${name}_KEY.`);
  if (!result.data || faults.length > 0) throw new ConfigError(faults.join('\n'));
  const {
    exports = { kind: 'directory', path: join(result.data.dataDir, 'exports') },
    llmUrl: url,
    llmModel: model,
    llmKey: key,
    llmBudget,
    embeddingsMode,
    embeddingsUrl,
    embeddingsKey,
    embeddingsModel,
    transcribeUrl,
    transcribeKey,
    transcribeModel,
    transcribeBudget,
    transcribeFloor,
    ...config
  } = result.data;
  const transcribe = { transcribeUrl, transcribeKey, transcribeModel, transcribeBudget, transcribeFloor };
  const budget = llmBudget === 'unlimited' ? null : llmBudget;
  const llm = url === undefined || model === undefined ? undefined : Object.freeze({ url, key, model, budget });
  return Object.freeze({
    ...config,
    llm,
    embeddings: toEmbeddings({ embeddingsMode, embeddingsUrl, embeddingsKey, embeddingsModel }),
    transcription: toTranscription(transcribe),
    limits,
    secrets: readSecrets(env),
    exports: withEndpoint(exports, env),
  });
}

const secretPrefix = 'HOOKLINE_SECRET_';

function readSecrets(env: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const entries = Object.entries(env).filter(([name, value]) => name.startsWith(secretPrefix) && value);
  return new Map(entries.map(([name, value = '']) => [name.slice(secretPrefix.length).toLowerCase(), value]));
}

function nameOf(field: PropertyKey | undefined): string {
  return fields.find((one) => one.field === field)?.name ?? String(field);
}

/** The SDK reads these variables itself, but then requires bucket names in the host name, and a region. */
function withEndpoint(exports: ExportLocation, env: Readonly<Record<string, string | undefined>>): ExportLocation {
  if (exports.kind === 'directory') return exports;
  const name = env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL';
  if (!env[name]) return exports;
  const result = httpUrl.safeParse(env[name]);
  if (!result.success) throw new ConfigError(`${name} ${result.error.issues[0]?.message}`);
  return { ...exports, customEndpoint: { endpoint: result.data, region: env.AWS_REGION || 'us-east-1' } };
}

// Limits of what one client or account may use: one table, from which config, docs/limits.md and `hookline admin help limits` are derived.
import { closestMatch } from '../lib/did-you-mean.ts';

type Ceiling = { default: number; meaning: string };

/** Each is set by HOOKLINE_LIMIT_ and its name in capitals, such as HOOKLINE_LIMIT_QUERY_PARAMETERS. */
const ceilings = {
  queryParameters: { default: 100, meaning: 'parameters in one query' },
  platforms: { default: 256, meaning: 'platforms, including the taxonomy' },
  languages: { default: 256, meaning: 'languages of the catalog; further ones lose script and region, or are unknown' },
  filterValues: { default: 100, meaning: 'values of one filter' },
  filterValueLength: { default: 35, meaning: 'characters of one value of a filter' },
  demoSearchesPerDay: { default: 90, meaning: 'searches on the home page per day and address' },
  demoChecksPerDay: { default: 50, meaning: 'lines checked on the home page per day and address' },
  sessionReadsFree: { default: 1_000, meaning: 'catalog reads per UTC day and Free account by session' },
  sessionReadsPaid: { default: 20_000, meaning: 'catalog reads per UTC day and account of another plan by session' },
  changesPerMinuteFree: {
    default: 60,
    meaning: 'changes per minute and Free account, by keys and sessions, in one process',
  },
  changesPerMinutePaid: {
    default: 600,
    meaning: 'changes per minute and account of another plan, by keys and sessions, in one process',
  },
  changesPerDayFree: { default: 2_000, meaning: 'changes per UTC day and Free account, by keys and sessions' },
  changesPerDayPaid: { default: 50_000, meaning: 'changes per UTC day and account of another plan' },
  accountRequestsAtOnce: { default: 4, meaning: 'requests of one account that use the database at once' },
  accountRequestsWaiting: { default: 100, meaning: 'further requests of one key or member that are queued' },
  unknownKeyLookupsPerMinute: { default: 60, meaning: 'unknown keys per minute that are looked up in the database' },
  keysPerHour: { default: 20, meaning: 'keys that an account may create or regenerate per hour' },
  keyRevocationsPerMinute: { default: 10, meaning: 'leaked keys that one address may report per minute' },
  downloadsPerLink: { default: 4, meaning: 'downloads of one export at once' },
  downloadsPerAccount: { default: 16, meaning: 'downloads of the exports of one account at once' },
  downloadsAtOnce: { default: 64, meaning: 'downloads of exports at once' },
  exportFilesPerAccount: { default: 100, meaning: 'exports of one account that have not expired' },
  exportBytesPerAccount: { default: 20_000_000_000, meaning: 'bytes of the export files of one account' },
  signInEmails: { default: 10, meaning: 'sign-in emails per hour and mailbox; beyond that, one a minute is sent' },
  signUpsPerHour: { default: 5, meaning: 'sign-ups per hour from one address' },
  statusSubscriptionsPerHour: { default: 5, meaning: 'subscriptions to status emails per hour from one address' },
  rejectsPerImport: { default: 10_000, meaning: 'rejected records of one import that are kept' },
  hooksPerEdit: { default: 10_000, meaning: 'hooks that one bulk edit changes' },
  previewBytes: { default: 20_000_000, meaning: 'bytes of a file that an import preview reads' },
  spreadsheetBytes: {
    default: 268_435_456,
    meaning: 'bytes of an imported spreadsheet, compressed and unpacked',
  },
  viewJumpFactor: { default: 100, meaning: 'multiple of the known views that a source may send without a review' },
  viewJumpPerDay: { default: 1_000_000_000, meaning: 'views per day that a source may add without a review' },
  lookupsPerAccount: { default: 4, meaning: 'lookups of host names for the webhooks of one account at once' },
  pendingDeliveriesPerAccount: {
    default: 10_000,
    meaning: 'pending deliveries of one account; further events are skipped',
  },
  testDeliveriesPerHour: { default: 60, meaning: 'test deliveries per hour and account' },
  digestTestsPerHour: { default: 5, meaning: 'test digests per hour and account' },
  replaysPerHour: { default: 20, meaning: 'replays per hour and account' },
  deliveriesPerReplay: { default: 1_000, meaning: 'deliveries of one replay' },
  reportsPerHour: { default: 5, meaning: 'reports per hour from one address' },
  reportsWaiting: { default: 10_000, meaning: 'pending reports' },
  reservedDiskBytes: {
    default: 268_435_456,
    meaning: 'free bytes of a disk below which imports and exports are refused',
  },
} as const satisfies Record<string, Ceiling>;

export type Limits = Readonly<Record<keyof typeof ceilings, number>>;

export const defaultLimits = Object.fromEntries(
  Object.entries(ceilings).map(([field, { default: value }]) => [field, value]),
) as Limits;

const prefix = 'HOOKLINE_LIMIT_';

/** The rows of docs/limits.md; a test compares them. */
export const limitVariables = Object.entries<Ceiling>(ceilings).map(([field, ceiling]) => ({
  field,
  name: `${prefix}${field.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
  ...ceiling,
}));

/** Reads the limits that `env` sets. `fail` gets one sentence for each invalid value. */
export function readLimits(env: Readonly<Record<string, string | undefined>>, fail: (fault: string) => void): Limits {
  const names = limitVariables.map(({ name }) => name);
  for (const name of Object.keys(env).filter((key) => key.startsWith(prefix) && !names.includes(key)))
    fail(`${name} is not a limit. Did you mean ${closestMatch(name, names) ?? 'one of "hookline admin help limits"'}?`);
  const given = limitVariables.flatMap(({ field, name, default: value }) => {
    const text = env[name];
    if (text === undefined || text === '') return [];
    if (/^[1-9]\d{0,14}$/.test(text)) return [[field, Number(text)] as const];
    fail(`${name} must be a whole number from 1, such as ${value}, not "${text}".`);
    return [];
  });
  return Object.freeze({ ...defaultLimits, ...Object.fromEntries(given) });
}

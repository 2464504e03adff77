// Connection: which service and key a command uses, from its options, the environment or a profile.
import { env } from 'node:process';
import { createHookline, type Hookline } from '../../sdk/src/index.ts';
import type { ConnectOptions, GlobalValues } from './command.ts';
import { type Profile, readProfiles } from './profiles.ts';
import type { Output } from './terminal/output.ts';
import { UsageError } from './terminal/output.ts';
import { version } from './version.ts';

export type Account = {
  url: string;
  key: string | undefined;
  source: string;
  profile: (Profile & { name: string }) | undefined;
};

/** A key is sent only to its own service: HOOKLINE_KEY to HOOKLINE_URL or --url, a profile's key to the profile's service. */
export function findAccount({ profile: wanted, url: given }: GlobalValues): Account {
  const name = wanted ?? env.HOOKLINE_PROFILE;
  const envUrl = given ?? (env.HOOKLINE_URL || undefined);
  if (env.HOOKLINE_KEY && name === undefined)
    return {
      url: checkUrl(envUrl ?? failWithoutUrl()),
      key: env.HOOKLINE_KEY.trim(),
      source: 'HOOKLINE_KEY',
      profile: undefined,
    };
  const { current, profiles } = readProfiles();
  const used = name ?? current;
  const profile = Object.hasOwn(profiles, used) ? profiles[used] : undefined;
  if (!profile) {
    if (name !== undefined)
      throw new UsageError(`Profile ${name} does not exist. Run "hookline profiles" to list profiles.`);
    return { url: checkUrl(envUrl ?? failWithoutUrl()), key: undefined, source: 'none', profile: undefined };
  }
  if (envUrl !== undefined && checkUrl(envUrl) !== profile.url)
    throw new UsageError(
      `The key of profile ${used} is for ${profile.url}. For ${envUrl}, set HOOKLINE_KEY or run "hookline login --profile NAME".`,
    );
  return { url: profile.url, key: profile.key, source: `profile ${used}`, profile: { ...profile, name: used } };
}

/** There is no default, as in the SDK: a command that silently used this machine would fail later and less clearly. */
function failWithoutUrl(): never {
  throw new UsageError('No service URL. Run "hookline login", set HOOKLINE_URL, or pass --url https://….');
}

/** The base URL without a slash at its end. Without a scheme it is https, and http on this machine. */
export function checkUrl(text: string): string {
  const scheme = /^(localhost|127\.|\[::1\])/.test(text) ? 'http' : 'https';
  const url = URL.parse(text.includes('://') ? text : `${scheme}://${text}`);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${text} is not a URL, such as https://hooks.example.com.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Thrown without a key, or with one that does not work: exit code 3. */
export class NoKeyError extends Error {}

export function connectTo({ url, key }: Account, output: Output, options: ConnectOptions = {}): Hookline {
  if (!key) throw new NoKeyError('No API key. Run "hookline login", or set HOOKLINE_KEY.');
  return createHookline({
    ...options,
    baseUrl: url,
    key,
    userAgent: `hookline-cli/${version}`,
    onRetry: ({ delayMs, error }) =>
      output.note(`${error instanceof Error ? error.message : error} Retrying in ${Math.ceil(delayMs / 1000)} s…`),
  });
}

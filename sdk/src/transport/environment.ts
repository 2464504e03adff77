// What the platform provides: environment variables, and the name of the runtime for the user agent. Browsers have neither.
import { version } from '../version.ts';

type Platform = {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
  navigator?: { userAgent?: string };
};

const platform: Platform = globalThis;

/** The value of an environment variable; undefined if it is unset or empty, and in browsers. */
export function readVariable(name: string): string | undefined {
  return platform.process?.env?.[name]?.trim() || undefined;
}

/** User agent, such as `newsroom/1.0 hookline-sdk/1.0.0 Node.js/26`. Undefined in browsers, whose own user agent has more detail. */
export function toUserAgent(application?: string): string | undefined {
  const runtime = platform.navigator?.userAgent ?? `Node.js/${platform.process?.versions?.node}`;
  if (runtime.startsWith('Mozilla/')) return application;
  return [application, `hookline-sdk/${version}`, runtime].filter(Boolean).join(' ');
}

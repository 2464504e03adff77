// Redirect target after signing in.

/** `next` when it is a path on this site, else `home`: prevents open redirects. */
export function safeNext(next: string | null, home: string): string {
  return next && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : home;
}

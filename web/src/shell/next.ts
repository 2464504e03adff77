// Where to go after signing in. Nothing here knows of React.

/** The wanted page where it is a path of these pages, else `home`: a link must not lead to another site. */
export function safeNext(next: string | null, home: string): string {
  return next && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : home;
}

// The `code` of an unknown error: ENOENT and the like of Node, SQLSTATE of PostgreSQL.

/** undefined if it has none, or one that is not text. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

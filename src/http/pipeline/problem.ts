// RFC 9457 problem documents. The message of an unknown error goes to the log only.
import { toUnavailableError } from '../../db/outage.ts';
import { type ErrorCode, errorTable, HooklineError } from '../../lib/errors.ts';

export type Problem = { status: number; body: string; headers: Record<string, string> };

export const problemType = 'application/problem+json; charset=utf-8';

/** PostgreSQL's codes for a text with NUL or half a surrogate pair, which it cannot store. In JSON half a pair is a syntax error. */
const unstorableCodes = ['22021', '22P05'];

function isUnstorable({ code, detail = '' }: { code?: unknown; detail?: string }): boolean {
  return unstorableCodes.includes(String(code)) || (code === '22P02' && /^Unicode \w+ surrogate/.test(detail));
}

/** Maps an error to the error for the client. A result that is not a `HooklineError` is a bug. */
export function asKnown(error: unknown): unknown {
  if (error instanceof HooklineError) return error;
  if (!isUnstorable(error ?? {})) return toUnavailableError(error) ?? error;
  return new HooklineError(
    'invalid_request',
    'A text contains a character that cannot be stored, such as NUL. Remove it.',
  );
}

/** `challenge`: a further parameter of `WWW-Authenticate`. */
type ProblemContext = { publicUrl: string; path: string; requestId: string; challenge?: string | undefined };

/** The path, without its query, is the `instance`. */
export function toProblem(error: unknown, { publicUrl, path, requestId, challenge }: ProblemContext): Problem {
  const known =
    error instanceof HooklineError
      ? error
      : new HooklineError('internal', 'Unexpected error on our side. Retry; if it persists, report the request_id.');
  const { code, extras } = known;
  const { status, title } = errorTable[code];
  const headers: Record<string, string> = { ...extras.headers };
  if (extras.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(extras.retryAfterSeconds)));
  if (status === 401) headers['www-authenticate'] = `Bearer realm="hookline"${challenge ? `, ${challenge}` : ''}`;
  return { status, headers, body: JSON.stringify(document(known, code, status, title, publicUrl, path, requestId)) };
}

function document(
  error: HooklineError,
  code: ErrorCode,
  status: number,
  title: string,
  publicUrl: string,
  path: string,
  requestId: string,
) {
  const { errors, policy, members } = error.extras;
  return {
    type: `${publicUrl}/docs/errors#${code}`,
    title,
    status,
    detail: error.message,
    instance: path.slice(0, 200),
    success: false,
    code,
    request_id: requestId,
    timestamp: new Date().toISOString(),
    ...(errors && { errors }),
    ...(policy !== undefined && { 'violated-policies': [policy] }),
    ...members,
  };
}

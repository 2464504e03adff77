// Errors that nothing catches: one of a request fails that request, one of a stream its stream; any other ends the process.
import { rejectRequest } from '../http/server/client-errors.ts';
import { currentResponse } from '../http/server/request-scope.ts';
import type { Observe } from '../telemetry/events.ts';

/** Time to finish responses and to write what is counted; an unsound process may not manage. */
const closeTimeoutMs = 10_000;

/** A stream that fails without a listener emits its error here. Its peer is gone or misbehaved; everything else is as it was. */
const streamCodes = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_\w+|ERR_HTTP_\w+|HPE_\w+|ABORT_ERR)$/;

/** `close` is called once, before the process exits with code 1. Its supervisor starts another. */
export function endOnUncaughtError(observe: Observe, close: () => Promise<void>): void {
  let isClosing = false;
  // Rejections that nobody handles arrive here too.
  process.on('uncaughtException', (error: unknown) => {
    const res = currentResponse();
    if (res) {
      const { method = '', url = '' } = res.req;
      observe({ kind: 'request_failed', requestId: '', method, route: url.split('?', 1)[0] ?? '', error });
      return rejectRequest(res.req, res, error);
    }
    const isFatal = !isStreamError(error);
    observe({ kind: 'uncaught_error', isFatal, error });
    if (!isFatal || isClosing) return;
    isClosing = true;
    const exit = () => process.exit(1);
    setTimeout(exit, closeTimeoutMs);
    close().then(exit, exit);
  });
}

function isStreamError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && streamCodes.test(String(error.code));
}

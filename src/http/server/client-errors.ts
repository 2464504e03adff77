// Responses to requests that reach no route because node:http could not parse them or they are rejected early: problem documents too.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorTable, HooklineError } from '../../lib/errors.ts';
import { randomBase62 } from '../../lib/ids.ts';
import { type Problem, problemType, toProblem } from '../pipeline/problem.ts';
import { bodyTimeoutCode } from './bodies.ts';
import { stateOf } from './connection-state.ts';
import { httpLimits } from './server.ts';

const { headersMs, bodyMs } = httpLimits;

const clientErrors: ReadonlyMap<string | undefined, [ErrorCode, string]> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    ['headers_too_large', 'The path and headers exceed 16 KiB together. Send fewer or shorter parameters.'],
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    ['request_timeout', `The headers did not arrive within ${headersMs / 1000} s. Send the request again.`],
  ],
  [
    bodyTimeoutCode,
    [
      'request_timeout',
      `The body did not arrive within ${bodyMs / 1000} s. Send the request again, over a faster connection.`,
    ],
  ],
]);

/** Whether the rest of a request did not arrive in time. */
export function isRequestTimeout({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' || code === bodyTimeoutCode;
}

/** `more` are headers of every response. */
export function respondToClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  more: Readonly<Record<string, string>> = {},
): void {
  const { request, waiting, body: arriving } = stateOf(socket);
  // A 408 would be read as the reply to an earlier pipelined request.
  const hasEarlierRequest = error.code !== bodyTimeoutCode && (request !== undefined || waiting > 0);
  if (error.code === 'ECONNRESET' || !socket.writable || hasEarlierRequest) return void socket.destroy();
  // The error is in the body of a request that already has its response.
  if (arriving?.response.headersSent) return void socket.destroySoon();
  const [code, detail] = clientErrors.get(error.code) ?? ['invalid_request', 'The request is not valid HTTP.'];
  const { status, headers, body } = problemOf(new HooklineError(code, detail));
  const lines = Object.entries({ ...headers, ...more, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`HTTP/1.1 ${status} ${errorTable[code].title}\r\n${lines.join('')}\r\n${body}`);
  // `end()` would keep the connection of a client that keeps its side open.
  socket.destroySoon();
}

/** Responds to a request that Node could parse, if no response has begun. Closes the connection unless only the query is wrong. */
export function rejectRequest({ url = '' }: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (res.headersSent) return void res.destroy();
  const { status, headers, body } = problemOf(error, url.split('?', 1)[0]);
  if (!(error instanceof HooklineError && error.code === 'invalid_parameter')) res.shouldKeepAlive = false;
  res.writeHead(status, headers).end(body);
}

function problemOf(error: unknown, path = ''): Problem {
  const requestId = `req_${randomBase62(10)}`;
  const { status, headers, body } = toProblem(error, { publicUrl: '', path, requestId });
  const allHeaders = {
    ...headers,
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
  return { status, headers: allHeaders, body };
}

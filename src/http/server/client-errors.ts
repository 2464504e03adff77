// Requests that node:http could not parse, or that nobody should answer: they reach no route, but get a problem document all the same.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorTable, HooklineError } from '../../lib/errors.ts';
import { randomBase62 } from '../../lib/ids.ts';
import { type Problem, problemType, toProblem } from '../pipeline/problem.ts';
import { bodyLateCode } from './bodies.ts';
import { workOf } from './connections.ts';
import { countWaiting } from './request-order.ts';
import { httpLimits } from './server.ts';

const { headersMs, bodyMs } = httpLimits;

const clientErrors: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'The address and headers have more than 16 KiB together. Send fewer or shorter parameters.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'request_timeout',
    `The headers took more than ${headersMs / 1000} s to arrive. Send the request again.`,
  ],
  [bodyLateCode]: [
    'request_timeout',
    `The body took more than ${bodyMs / 1000} s to arrive. Send the request again, over a faster connection.`,
  ],
};

/** Nothing has come that would go on coming. */
export function isLate({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' || code === bodyLateCode;
}

export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const isBody = error.code === bodyLateCode;
  // What is owed to requests before it would be taken for the answer to this one, and the other way round.
  const isOwed = !isBody && (workOf(socket) !== undefined || countWaiting(socket) > 0);
  if (error.code === 'ECONNRESET' || !socket.writable || isOwed) return void socket.destroy();
  const [code, detail] = clientErrors[error.code ?? ''] ?? ['invalid_request', 'The request is not valid HTTP.'];
  const { status, headers, body } = problemOf(new HooklineError(code, detail));
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${errorTable[code].title}\r\n${lines.join('')}\r\n${body}`);
  // Not `end`: who does not close its side either would keep the connection.
  socket.destroySoon();
}

/** Answers what Node could parse, and closes the connection. */
export function refuseUnread({ url = '' }: IncomingMessage, res: ServerResponse, error: HooklineError): void {
  const { status, headers, body } = problemOf(error, url.split('?', 1)[0]);
  res.shouldKeepAlive = false;
  res.writeHead(status, headers).end(body);
}

function problemOf(error: HooklineError, path = ''): Problem {
  const requestId = `req_${randomBase62(10)}`;
  const { status, headers, body } = toProblem(error, { publicUrl: '', path, requestId });
  const all = {
    ...headers,
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
  return { status, headers: all, body };
}

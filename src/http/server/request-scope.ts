// The request that an error belongs to which no handler catches, such as one thrown by a timer or a stream.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RejectRequest } from './request-order.ts';

/** About 20 ns a request: the response itself is stored, so that nothing is allocated. */
const responses = new AsyncLocalStorage<ServerResponse>();

/** Handles a request. What the handler throws fails this request only. */
export function runRequest(handle: RequestListener, reject: RejectRequest, req: IncomingMessage, res: ServerResponse) {
  responses.run(res, tryHandling, handle, reject, req, res);
}

function tryHandling(handle: RequestListener, reject: RejectRequest, req: IncomingMessage, res: ServerResponse): void {
  try {
    handle(req, res);
  } catch (error) {
    reject(req, res, error);
  }
}

/** The response of the request whose code is running, also after its handler returned. */
export function currentResponse(): ServerResponse | undefined {
  return responses.getStore();
}

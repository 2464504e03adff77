// The request that an error belongs to which no handler catches, such as one thrown by a timer or a stream.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

const responses = new AsyncLocalStorage<ServerResponse>();

/** Not for reads by the pipeline, which catches everything itself: it takes half a microsecond. */
export function runRequest(handle: RequestListener, req: IncomingMessage, res: ServerResponse): void {
  responses.run(res, handle, req, res);
}

/** The response of the request whose code is running, also after its handler returned. */
export function currentResponse(): ServerResponse | undefined {
  return responses.getStore();
}

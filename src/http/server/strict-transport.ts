// Strict-Transport-Security on every response, where the service is reached by https only.
import { type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A year. Not for preload lists, which are hard to leave. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const;

export class StrictTransportResponse extends ServerResponse {
  override writeHead(status: number, ...given: readonly unknown[]): this {
    const [headers] = given;
    // A header that is set in advance would have Node copy the others.
    if (Array.isArray(headers)) return super.writeHead(status, headers.concat(strictTransport));
    this.setHeader(...strictTransport);
    return super.writeHead(status, ...(given as [OutgoingHttpHeaders?]));
  }
}

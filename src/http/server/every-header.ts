// Headers of every response. Strict-Transport-Security is for services that are reached by https only.
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

const noSniff = ['x-content-type-options', 'nosniff'];
/** A year. Not for preload lists, which are hard to leave. */
const strictTransport = ['strict-transport-security', 'max-age=31536000'];

export type EveryHeader = {
  headers: Readonly<Record<string, string>>;
  /** Adds them to what a handler writes. */
  Response: typeof ServerResponse<IncomingMessage>;
};

export function createEveryHeader(isSecure: boolean): EveryHeader {
  const every = [noSniff, ...(isSecure ? [strictTransport] : [])];
  const flat = every.flat();
  class Response extends ServerResponse<IncomingMessage> {
    override writeHead(status: number, ...given: readonly unknown[]): this {
      const [headers] = given;
      // A header that is set in advance would have Node copy the others.
      if (Array.isArray(headers)) return super.writeHead(status, headers.concat(flat));
      for (const [name = '', value = ''] of every) this.setHeader(name, value);
      return super.writeHead(status, ...(given as [OutgoingHttpHeaders?]));
    }
  }
  return { headers: Object.fromEntries(every), Response };
}

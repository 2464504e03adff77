// The JSON body of a request that bypasses Fastify.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HooklineError } from '../../lib/errors.ts';
import { maxBodyBytes } from '../server/bodies.ts';

/** Rejects with what is wrong with the body; never settles if the client leaves, and then nobody waits for a response. */
export function readJsonBody(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) {
        chunks.push(chunk);
        return;
      }
      req.off('data', onData);
      // The rest is not read.
      res.shouldKeepAlive = false;
      reject(
        new HooklineError('payload_too_large', `The body exceeds ${maxBodyBytes / 1024} KiB. Send a smaller one.`),
      );
    };
    req.on('data', onData);
    req.on('end', () => {
      const [first] = chunks;
      const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      try {
        resolve(JSON.parse(bytes.toString()));
      } catch {
        reject(new HooklineError('invalid_request', 'The body is no JSON. Send one JSON-RPC message.'));
      }
    });
  });
}

// The headers of every response, wherever in the server it ends.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { defaultLimits } from '../../config/limits.ts';
import { createFastify } from './fastify.ts';
import { portOf } from './server.ts';

/** The responses to requests that end in every part of the server. */
async function responsesOf(t: TestContext, publicUrl: string): Promise<string[]> {
  const { app, direct } = createFastify({
    config: { publicUrl, trustedProxies: [], limits: defaultLimits },
    publicUrl: () => publicUrl,
    refusals: createRateLimiter(),
    observe: () => {},
  });
  t.after(() => app.close());
  direct.set('/direct', (_req, res) => void res.writeHead(200, ['content-length', '0']).end());
  app.get('/fastify', async () => 'ok');
  app.get('/raw', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '0' }).end();
  });
  app.get('/implicit', (_request, reply) => {
    reply.hijack();
    reply.raw.end();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = (request: string) => {
    const socket = connect({ port: portOf(app.server), host: '127.0.0.1' });
    socket.write(`${request}\r\nconnection: close\r\n\r\n`);
    return text(socket);
  };
  const paths = ['/direct', '/fastify', '/raw', '/implicit', '/nothing', `/fastify?${'a&'.repeat(100)}`];
  return Promise.all([
    ...paths.map((path) => ask(`GET ${path} HTTP/1.1\r\nhost: hookline`)),
    ask('GET /fastify HTTP/1.1'),
    ask('nonsense'),
  ]);
}

test('every response has nosniff, and Strict-Transport-Security exactly when the public URL is https', async (t) => {
  for (const scheme of ['http', 'https'])
    for (const response of await responsesOf(t, `${scheme}://hooks.example`)) {
      assert.match(response, /^HTTP\/1\.1 \d/);
      assert.equal(response.match(/^x-content-type-options: nosniff\r$/gm)?.length, 1, response);
      const strict = response.match(/^strict-transport-security: max-age=31536000\r$/gm) ?? [];
      assert.equal(strict.length, scheme === 'https' ? 1 : 0, response);
    }
});

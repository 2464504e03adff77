import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { defaultLimits } from '../../config/limits.ts';
import type { Observation } from '../../telemetry/events.ts';
import { createFastify } from './fastify.ts';
import { portOf } from './server.ts';

test('a client disconnect before the first byte of a stream is not a failure; a failed stream is', async (t) => {
  const observed: Observation[] = [];
  const { app } = createFastify({
    config: { publicUrl: undefined, trustedProxies: [], limits: defaultLimits },
    publicUrl: () => '',
    refusals: createRateLimiter(),
    observe: (observation) => void observed.push(observation),
  });
  t.after(() => app.close());
  const silent = new Readable({ read() {} });
  const started = Promise.withResolvers<void>();
  app.get('/silent', async () => {
    setImmediate(started.resolve);
    return silent;
  });
  app.get('/broken', async () => new Readable({ read: () => assert.fail('The disk is gone.') }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect({ port: portOf(app.server), host: '127.0.0.1' });
  client.write('GET /silent HTTP/1.1\r\nhost: hookline\r\n\r\n');
  await started.promise;
  client.destroy();
  if (!silent.closed) await once(silent, 'close');
  const response = await fetch(`http://127.0.0.1:${portOf(app.server)}/broken`);
  assert.equal(response.status, 500);
  assert.deepEqual(
    observed.map((observation) => 'route' in observation && observation.route),
    ['/broken'],
  );
});

// Hanging receivers and the others, a hundred of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReceiver } from '../../setup/receiver.ts';
import { hookLine, testService } from '../../setup/service.ts';

test('with ten of a hundred receivers hanging, the other ninety get an event within 5 s of its commit', async () => {
  const service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  const good = await startReceiver();
  const hanging = await startReceiver(() => {});
  for (let account = 0; account < 20; account++) {
    const { key } = await service.account('enterprise');
    for (let n = 0; n < 5; n++) {
      const url = account < 2 ? hanging.url : good.url;
      const { status } = await service.send('POST', '/webhooks', key, {
        body: { webhook_url: `${url}/${account}/${n}` },
      });
      assert.equal(status, 201);
    }
  }
  await service.import(hookLine('One line for all of them'), 'preset=hookline&format=jsonl');
  const requests = await good.received(90);
  const [{ timestamp }] = requests.map(({ body }) => JSON.parse(body));
  assert.equal(new Set(requests.map(({ path }) => path)).size, 90);
  assert.ok(Math.max(...requests.map(({ at }) => at)) - Date.parse(timestamp) < 5000);
  // Hanging connections are closed, so that the service does not wait for their 15 s timeout.
  await hanging.close();
  await service.close();
  await good.close();
});

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../../test/setup/until.ts';
import { startPostmaster } from './postmaster.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-postmaster-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** A shell script stands in for PostgreSQL. */
function startScript(script: string, stopping?: AbortSignal): Promise<void> {
  const user = { prefix: ['sh', '-c', script] };
  const url = `postgres:///postgres?host=${directory}`;
  return startPostmaster(directory, { user, binary: 'postgres', settings: {}, url, stopping });
}

test('a server that does not start is reported with its own error, without its shutdown messages', async () => {
  const log = `cat >&2 <<'END'
LOG:  invalid checkpoint record
FATAL:  the database system is starting up
PANIC:  could not locate a valid checkpoint record
HINT:  If you are restoring from a backup, touch recovery.signal.
\tBe careful.
LOG:  terminating any other active server processes
LOG:  shutting down due to startup process failure
LOG:  database system is shut down
END
exit 1`;
  const reason = 'PANIC:  could not locate a valid checkpoint record HINT:  If you are restoring from a backup, touch';
  await assert.rejects(startScript(log), ({ message }: Error) => {
    assert.equal(message, `${reason} recovery.signal.\n\tBe careful.`);
    return true;
  });
  await assert.rejects(startScript('echo one; echo two >&2; exit 1'), { message: 'one two' });
});

test('an aborted start stops a server that is not ready, even before it has a pid file', async () => {
  const stopping = new AbortController();
  const [begun, ended] = [join(directory, 'begun'), join(directory, 'ended')];
  const script = `trap 'touch ${ended}; exit' INT; touch ${begun}; while :; do sleep 0.05; done`;
  const started = startScript(script, stopping.signal);
  await until(
    async () => existsSync(begun),
    (isThere) => isThere,
  );
  stopping.abort();
  await assert.rejects(started, { name: 'AbortError' });
  assert.ok(existsSync(ended));
});

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pino } from 'pino';
import { terminalLog } from './terminal-log.ts';

test('on a terminal each event is one line with its fields, and an error is its message and place', async () => {
  const output = new PassThrough();
  const logger = pino({ base: null }, terminalLog(output, false));
  logger.info({ importId: 'imp_1', report: { read: 2 }, by: 'two words', name: 'reels' }, 'import_finished');
  logger.error({ err: new Error('No\nconnection') }, 'database_error');
  logger.error({ err: 'thrown text' }, 'jobs_error');
  output.end();
  const [finished, failed, thrown, ...rest] = (await text(output)).trim().split('\n');
  assert.match(
    finished ?? '',
    /^\[\d\d:\d\d:\d\d\] INFO \(reels\): import finished {2}importId=imp_1 {2}report=\{"read":2\} {2}by="two words"$/,
  );
  assert.match(failed ?? '', /ERROR: database error {2}No connection \(at .+terminal-log\.test\.ts.+\)$/);
  assert.match(thrown ?? '', /ERROR: jobs error {2}.*thrown text/);
  assert.deepEqual(rest, []);
});

// Options of hookline admin sources for JSON APIs and collectors.
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { runCommand } from '../../../src/cli/run.ts';
import { operatorKey, type TestService, testService } from '../../setup/service.ts';

let service: TestService;

before(async () => {
  const nowhere = 'http://127.0.0.1:1';
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_YOUTUBE_URL: nowhere });
});
after(() => service.close());

async function sources(...words: string[]): Promise<{ code: number; output: string }> {
  const log = mock.method(console, 'log', () => {});
  mock.method(console, 'error', () => {});
  const code = await runCommand(['sources', ...words, '--url', service.url, '--key', operatorKey]);
  const output = log.mock.calls.map((call) => String(call.arguments)).join('\n');
  mock.restoreAll();
  return { code, output };
}

const json = async (...words: string[]) => JSON.parse((await sources(...words, '--json')).output);

test('a JSON API, collectors of several locations and their settings are written as options', async () => {
  const locations = ['youtube:@a', 'youtube:search:personal finance', 'youtube:popular:US'];
  const collect = ['--max-seconds', 'any', '--orientation', 'any', '--max-videos', '50', '--region', 'US'];
  const several = await json('add', 'several', ...locations, ...collect);
  assert.equal(several.location, 'youtube:@a youtube:search:"personal finance" youtube:popular:US');
  const wanted = { max_seconds: null, orientation: 'any', max_videos: 50, region: 'US' };
  assert.deepEqual(several.collect, wanted);
  const fewer = await json('update', 'several', '--max-videos', '', '--language', 'en');
  assert.deepEqual(fewer.collect, { max_seconds: null, orientation: 'any', region: 'US', language: 'en' });
  await sources('delete', 'several');

  const url = 'http://127.0.0.1:1/items';
  const header = ['--header', 'Authorization: Bearer $secret:apify', '--header', 'X-Team: growth'];
  const added = await json('add', 'api', url, ...header, '--body', '{}', '--next', 'next', '--next-as', 'after');
  const headers = { Authorization: 'Bearer $secret:apify', 'X-Team': 'growth' };
  assert.deepEqual(added.request, { headers, body: '{}', next: 'next', next_as: 'after' });
  const paged = await json('update', 'api', '--next', '', '--next-as', '', '--page', 'page');
  assert.deepEqual(paged.request, { headers, body: '{}', page: 'page' });
  assert.deepEqual((await json('update', 'api', '--header', '', '--body', '', '--page', '')).request, null);
  assert.match((await sources('show', 'api')).output, /location +http:/);
  await sources('delete', 'api');
  for (const words of [
    ['--header', 'nonsense'],
    ['--max-seconds', 'x'],
  ])
    assert.equal((await sources('add', 'wrong', url, ...words)).code, 2, words.join(' '));
  assert.equal((await sources('add', 'two', url, 'http://127.0.0.1:1/more')).code, 2);
});

// The programs of the quick start and the recipes print what the guides show, against a real service with the starter set.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { portOf } from '../../src/http/server/server.ts';
import { type TestService, testService } from '../setup/service.ts';
import { createDirectory, missing, readBlocks, readSteps, runProgram } from './examples.ts';

const pages = [
  'quick-start.md',
  'pagination.md',
  'slack.md',
  'github-action.md',
  'pandas.md',
  'duckdb.md',
  'spreadsheet.md',
  'zapier.md',
  'feeds.md',
  'collections.md',
  'digests.md',
];
/** Languages of guides that are not about one tool. */
const allLanguages = ['sh', 'ts', 'python', 'go', 'php'];

let service: TestService;
/** Receives what programs post to Slack and Zapier. */
const received: string[] = [];
const receiver = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  received.push(body);
  res.end('ok');
});

before(async () => {
  service = await testService({ HOOKLINE_SAMPLE: '1', HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});

after(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await service.close();
});

for (const page of pages)
  test(`the programs of docs/${page} print what it shows`, async (t) => {
    const steps = readSteps(page);
    assert.ok(steps.length > 0, `${page} has no programs`);
    const { key } = await service.account('enterprise');
    const target = `http://127.0.0.1:${portOf(receiver)}/hook`;
    const directory = await createDirectory();
    t.after(directory.close);
    const env = { HOOKLINE_KEY: key, SLACK_WEBHOOK_URL: target, CATCH_URL: target };
    for (const { programs, expected } of steps) {
      const runs = programs.map(async (program) => {
        const reason = missing(program);
        if (reason) return t.diagnostic(`${page}: ${program.lang} is skipped, since ${reason}`);
        const printed = await runProgram(program, { url: service.url, env, directory: directory.path });
        assertSame(printed, expected, `${page}, ${program.lang}`);
      });
      await Promise.all(runs);
    }
  });

test('the quick start and recipes that are programs are there in five languages', () => {
  for (const page of ['quick-start.md', 'pagination.md', 'slack.md']) {
    const [most] = readSteps(page).sort((a, b) => b.programs.length - a.programs.length);
    assert.deepEqual(
      most?.programs.map(({ lang }) => lang),
      allLanguages,
      page,
    );
  }
});

test('the script of Google Sheets fills the rows that docs/spreadsheet.md shows', async () => {
  const { key } = await service.account('free');
  const [script = '', shown = ''] = readBlocks('spreadsheet.md', 'js', 'text');
  // What the script uses of Google's runtime. Its fetch is synchronous, so the response is loaded before.
  const { body } = await service.get('/hooks?niche=finance&limit=3', key);
  const asked: unknown[] = [];
  const context = createContext({
    PropertiesService: { getScriptProperties: () => ({ getProperty: () => key }) },
    UrlFetchApp: {
      fetch: (url: string, { headers }: { headers: Record<string, string> }) => {
        asked.push([url, headers.Authorization]);
        return { getContentText: () => JSON.stringify(body), getResponseCode: () => 200 };
      },
    },
  });
  const rows: unknown[][] = runInContext(`${script}; HOOKS('niche=finance&limit=3')`, context);
  assert.deepEqual(asked, [['http://127.0.0.1:8787/hooks?niche=finance&limit=3', `Bearer ${key}`]]);
  assert.equal(rows.map((row) => row.join('  ')).join('\n'), shown);
});

test('the Slack recipe posts five hooks as plain text in every language', () => {
  const messages = received.filter((body) => body.includes('Top hooks of the week')).map((body) => JSON.parse(body));
  assert.ok(messages.length >= 2);
  for (const { text, blocks } of messages) {
    assert.equal(text, 'Top hooks of the week');
    assert.deepEqual(blocks, messages[0].blocks);
    assert.equal(blocks.length, 5);
    for (const block of blocks) assert.equal(block.text.type, 'plain_text');
  }
});

function assertSame(printed: string, { lang, text }: { lang?: string; text: string }, message: string): void {
  if (lang !== 'json') {
    assert.equal(printed.replaceAll('\r\n', '\n'), text, message);
    return;
  }
  const fixed = (json: string) => ({ ...JSON.parse(json), timestamp: '', next_cursor: '' });
  assert.deepEqual(fixed(printed), fixed(text), message);
}

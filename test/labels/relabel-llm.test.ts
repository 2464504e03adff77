// Relabelling with a language model: the sample of a dry run, its cost, and what counts when the model does not answer.
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { sql } from 'kysely';
import { runCommand } from '../../src/cli/run.ts';
import { openDatabase } from '../../src/db/database.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { answering, type LlmEndpoint, startLlmEndpoint, usage } from './llm-endpoint.ts';

let service: TestService;
let database: ReturnType<typeof openDatabase>;
let endpoint: LlmEndpoint;

before(async () => {
  endpoint = await startLlmEndpoint();
  service = await testService({ HOOKLINE_LLM_URL: endpoint.url, HOOKLINE_LLM_MODEL: 'stub' });
  database = openDatabase(service.databaseUrl, () => {});
});

after(async () => {
  await database.close();
  await service.close();
  await endpoint.close();
});

const run = async (body: object) => {
  const answer = await service.operator('POST', '/operator/labels/run', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};

/** Published hooks whose niche somebody guessed with a confidence of 0.5; the rest is given. */
async function guessed(source: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => hookLine(`zzqv ${source} ${at}`, { id: `${source}${at}` }));
  // Its labels teach nothing, so the model stays the same during a test.
  assert.equal((await service.operator('POST', '/operator/trust', { source, trust: 0 })).status, 200);
  await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
  await sql`update hooks set niche = 'pets', niche_method = 'rules', niche_confidence = 0.5, label_method = 'rules',
    label_confidence = 0.5 where source = ${source}`.execute(database.db);
}

const nichesOf = async (source: string) => {
  const { rows } = await sql<{ niche: string; niche_method: string; hooks: number }>`
    select niche, niche_method, count(*) as hooks from hooks where source = ${source} group by 1, 2 order by 1`.execute(
    database.db,
  );
  return rows;
};

test('a dry run asks about a sample, says what would change and what all would cost; the run asks nothing twice', async () => {
  await guessed('sampled', 26);
  const request = { source: 'sampled', method: 'llm', sample: 22 };
  const preview = await run({ ...request, dry_run: true });
  assert.deepEqual(
    endpoint.calls.map(({ lines }) => lines.length),
    [20, 2],
  );
  const tokens = 2 * usage.total_tokens;
  assert.deepEqual(preview.llm, {
    asked: 22,
    answered: 22,
    tokens,
    stopped: null,
    matching: 26,
    tokens_for_all: Math.round((4 * tokens) / 22),
  });
  assert.deepEqual(preview.labels, [{ label: 'niche', from: 'pets', to: 'finance', hooks: 22 }]);
  assert.deepEqual(await nichesOf('sampled'), [{ niche: 'pets', niche_method: 'rules', hooks: 26 }]);
  const applied = await run(request);
  assert.deepEqual([applied.changed, applied.llm.tokens, endpoint.calls.length], [22, 0, 2]);
  assert.deepEqual(await nichesOf('sampled'), [
    { niche: 'finance', niche_method: 'llm', hooks: 22 },
    { niche: 'pets', niche_method: 'rules', hooks: 4 },
  ]);
});

test('stored answers count in later runs without the model, so its labels stay', async () => {
  await guessed('kept', 2);
  await run({ source: 'kept', method: 'llm' });
  const calls = endpoint.calls.length;
  const again = await run({ source: 'kept' });
  assert.deepEqual([again.changed, again.uncertain, again.llm, endpoint.calls.length], [0, 0, null, calls]);
  assert.deepEqual(await nichesOf('kept'), [{ niche: 'finance', niche_method: 'llm', hooks: 2 }]);
});

test('hooks that the model does not answer about stay as they are, and the report says why', async () => {
  await guessed('silent', 3);
  endpoint.respond(() => ({ status: 500, body: { error: { message: 'out of memory' } } }));
  const report = await run({ source: 'silent', method: 'llm', dry_run: true });
  endpoint.respond(answering());
  const { hooks, changed, unchanged, llm } = report;
  assert.deepEqual([hooks, changed, unchanged, llm.answered], [3, 0, 3, 0]);
  assert.match(llm.stopped, /500|out of memory/);
});

test('a run does not ask about more than 2,000 hooks, and the command prints the cost', async () => {
  const { status, body } = await service.operator('POST', '/operator/labels/run', { method: 'llm', sample: 2_001 });
  assert.deepEqual([status, body.code], [422, 'invalid_body']);
  await guessed('printed', 2);
  const lines: string[] = [];
  mock.method(console, 'log', (line: string) => lines.push(line));
  const target = ['--url', service.url, '--key', operatorKey];
  const args = ['labels', 'run', '--source', 'printed', '--method', 'llm', '--sample', '1', '--dry-run', ...target];
  assert.equal(await runCommand(args), 0);
  mock.restoreAll();
  assert.match(
    lines.join('\n'),
    /Language model: 1 of 1 answered, 2,800 tokens used\.\nTo ask about all 2 matching hooks: about 2,800 tokens more\./,
  );
});

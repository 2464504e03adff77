// Asking a language model about texts: every answer is stored, tokens are counted, and faults that repeat end the questions.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type AskDeps, askTexts } from '../../src/catalog/labelling/llm/ask-texts.ts';
import { selectStop } from '../../src/catalog/labelling/llm/store-usage.ts';
import { openLanguageModel } from '../../src/labels/llm/language-model.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { answering, completion, type LlmEndpoint, startLlmEndpoint, usage } from './llm-endpoint.ts';

let endpoint: LlmEndpoint;
let database: TestDatabase;
before(async () => {
  [endpoint, database] = await Promise.all([startLlmEndpoint(), testDatabase()]);
});
after(async () => {
  await Promise.all([endpoint.close(), database.close()]);
});
beforeEach(() => {
  endpoint.calls.length = 0;
  endpoint.respond(answering());
});

const { signal } = new AbortController();
const texts = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ text_key: `${name} ${at}`, text: `The ${name} line number ${at}` }));
/** Each test has a model of its own, with its own answers; the budget is of all together. */
const depsOf = async (model: string, budget: number | null = null): Promise<AskDeps> => ({
  db: database.db,
  model: await openLanguageModel({ url: endpoint.url, key: undefined, model }),
  budget,
});

async function usedTokens(): Promise<number> {
  const rows = await database.db.selectFrom('llm_usage').select(['input_tokens', 'output_tokens']).execute();
  return rows.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0);
}

test('three calls in a row without a valid line end the questions, and a valid line between them does not', async () => {
  const deps = await depsOf('broken');
  const broken = () => completion('Sure!');
  endpoint.respond(broken);
  const { asked, stop } = await askTexts(deps, texts('broken', 100), signal);
  assert.deepEqual([asked, stop?.kind], [60, 'invalid']);
  assert.match(
    stop?.reason ?? '',
    /the answer is not the JSON asked for\. Choose a model that follows a JSON schema\.$/,
  );
  assert.equal((await selectStop(deps.db, deps.model.name))?.kind, 'invalid');
  endpoint.respond((call) => (endpoint.calls.length % 3 === 0 ? answering()(call) : broken()));
  endpoint.calls.length = 0;
  const mixed = await askTexts(deps, texts('mixed', 100), signal);
  assert.deepEqual([mixed.asked, mixed.stop], [100, undefined]);
  assert.equal(await selectStop(deps.db, deps.model.name), undefined, 'a valid answer ends the stop');
});

test('the budget is of the month and of all models, also if several ask at once; nothing is counted for calls that failed', async () => {
  const before = await usedTokens();
  endpoint.respond(() => ({ status: 503, body: {} }));
  assert.equal((await askTexts(await depsOf('away'), texts('away', 1), signal)).stop?.kind, 'unavailable');
  assert.equal(await usedTokens(), before);
  endpoint.respond(answering());
  const budget = before + 3 * usage.total_tokens;
  const models = await Promise.all(['one', 'two', 'three', 'four'].map((name) => depsOf(name, budget)));
  const results = await Promise.all(models.map((deps) => askTexts(deps, texts('shared', 20), signal)));
  const kinds = results.map(({ stop }) => stop?.kind ?? 'asked');
  assert.ok(kinds.includes('budget') && kinds.includes('asked'), kinds.join());
  assert.ok((await usedTokens()) <= budget);
});

test('an interrupted run keeps the answers that came, asks only about the others again, and counts the tokens of the call that it broke off', async () => {
  const deps = await depsOf('interrupted');
  const before = await usedTokens();
  const stopping = new AbortController();
  endpoint.respond((call) => {
    if (endpoint.calls.length === 1) return answering()(call);
    stopping.abort(new Error('stopping'));
    return new Promise(() => {});
  });
  const asked = texts('interrupted', 30);
  await assert.rejects(askTexts(deps, asked, stopping.signal), /stopping/);
  const { input, output } = deps.model.estimate(asked.slice(20).map(({ text }) => text));
  assert.equal(await usedTokens(), before + usage.total_tokens + input + output);
  endpoint.respond(answering());
  assert.equal((await askTexts(deps, asked, signal)).answers.size, 30);
  const [, brokenOff, again] = endpoint.calls.map(({ lines }) => lines.map(({ text }) => text));
  assert.deepEqual(again, brokenOff);
});

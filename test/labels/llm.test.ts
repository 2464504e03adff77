// A language model labels hooks that wait: what it publishes, that it is asked once about each line, its budget, and its faults.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { measureAgreement } from '../../src/catalog/labelling/llm/agreement.ts';
import { openDatabase } from '../../src/db/database.ts';
import { versionedName } from '../../src/labels/llm/question.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { operatorKey, type TestService, testService } from '../setup/service.ts';
import { call, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';
import { answering, type LlmEndpoint, labels, type Response, startLlmEndpoint, usage } from './llm-endpoint.ts';

let endpoint: LlmEndpoint;
let receiver: Receiver;
let service: TestService;
let key: string;
let runs = 0;

const secret = 'sk-secret-of-the-tests';
const envOf = ({ url }: LlmEndpoint) => ({
  HOOKLINE_LLM_URL: url,
  HOOKLINE_LLM_KEY: secret,
  HOOKLINE_LLM_MODEL: 'small',
  // An answer alone is right more often than this, if the guess says nothing.
  HOOKLINE_LABEL_FLOOR: '0.7',
});

before(async () => {
  [endpoint, receiver] = await Promise.all([startLlmEndpoint(), startReceiver()]);
  service = await testService({ ...envOf(endpoint), HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  key = (await service.account('enterprise')).key;
  await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
});

after(async () => {
  await service.close();
  await Promise.all([endpoint.close(), receiver.close()]);
});

beforeEach(() => {
  endpoint.respond(answering());
});

/** A line whose niche nothing tells. */
const line = (text: string, more: object = {}) => {
  const given = { archetype: 'statistic', emotional_trigger: 'surprise', language: 'en', platform: 'TikTok' };
  return JSON.stringify({ text: `zzqv ${text}`, views: 200_000, ...given, ...more });
};

/** Resolves to the version of the import. */
async function importWaiting(texts: readonly string[]): Promise<number> {
  const content = texts.map((text) => line(text)).join('\n');
  const { report } = await service.import(
    content,
    `preset=hookline&format=jsonl&source=${encodeURIComponent(texts[0] ?? '')}`,
  );
  assert.equal(report.pending, texts.length, JSON.stringify(report));
  return report.catalog_version;
}

/** Resolves at the end of the next run that asked or changed something. */
async function nextRun() {
  runs += 1;
  const run = await service.observed('llm_run_finished', undefined, runs);
  return run.kind === 'llm_run_finished' ? run : assert.fail();
}

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const hooksOf = async (source: string, state: string) =>
  (await read(`/operator/hooks?state=${state}&source=${encodeURIComponent(source)}`)).hooks;
const problems = async (): Promise<string[]> =>
  (await read('/operator/health')).problems.map(
    ({ severity, what }: { severity: string; what: string }) => `${severity}: ${what}`,
  );
const askedTexts = () => endpoint.calls.flatMap(({ lines }) => lines.map(({ text }) => text));
const timesAsked = (text: string) => askedTexts().filter((asked) => asked === `zzqv ${text}`).length;

test('hooks that wait are labelled after an import, published as one version, announced, and an undo leaves them to a curator', async () => {
  const texts = ['alpha', 'alpha one', 'alpha two'];
  const imported = await importWaiting(texts);
  const { asked, answered, published, tokens } = await nextRun();
  assert.deepEqual([asked, answered, published, tokens], [3, 3, 3, usage.total_tokens]);
  const hooks = await hooksOf('alpha', 'published');
  assert.equal(hooks.length, 3);
  const [{ id, labels: origin, niche, archetype }] = hooks;
  assert.deepEqual([niche, origin.niche.method, archetype], [labels.niche, 'llm', labels.archetype]);
  assert.ok(origin.niche.confidence >= 0.7 && origin.niche.confidence <= 0.85, JSON.stringify(origin.niche));
  assert.equal(origin.archetype.method, 'given');
  const { catalog } = await until(
    () => read('/operator/health'),
    (health) => health.catalog.version > imported,
  );
  assert.equal(catalog.version, imported + 1);
  const [delivery] = await receiver.received(1);
  assert.equal(JSON.parse(delivery?.body ?? '{}').data.count, 3);

  const [edit] = (await read('/operator/edits')).edits;
  assert.deepEqual([edit.action, edit.actor, edit.hooks], ['relabelled', 'system', 3]);
  const { body } = await service.operator('POST', `/operator/edits/${edit.id}/undo`);
  assert.equal(body.restored, 3);
  await importWaiting(['beta']);
  await nextRun();
  const { state, labels: restored } = await read(`/operator/hooks/${id}`);
  assert.deepEqual([state, restored.niche.method === 'llm'], ['pending', false]);
  for (const text of texts) assert.equal(timesAsked(text), 1);
});

test('an answer that cannot be used leaves its hook waiting, and the line is not asked again', async () => {
  endpoint.respond(answering((text) => (text.includes('bad') ? { ...labels, niche: 'money stuff' } : labels)));
  await importWaiting(['gamma bad', 'gamma good']);
  const { asked, answered, published } = await nextRun();
  assert.deepEqual([asked, answered, published], [2, 1, 1]);
  const [{ text, review_reason }] = await hooksOf('gamma bad', 'pending');
  assert.deepEqual([text, review_reason], ['zzqv gamma bad', 'low_confidence']);
  endpoint.respond(answering());
  await importWaiting(['delta']);
  await nextRun();
  assert.equal(timesAsked('gamma bad'), 1);
  assert.equal((await hooksOf('gamma bad', 'pending')).length, 1);
});

test('a text that was answered before is not asked again for another hook', async () => {
  const more = {
    source_id: 'again',
    creator: 'somebody',
    source_url: 'https://www.tiktok.com/@somebody/video/7300000000000000001',
  };
  const { report } = await service.import(line('alpha', more), 'preset=hookline&format=jsonl&source=again');
  assert.equal(report.pending, 1);
  const { asked, published } = await nextRun();
  assert.deepEqual([asked, published, timesAsked('alpha')], [0, 1, 1]);
});

test('answers below the floor give a waiting hook better labels, which wait with it', async () => {
  const guessed = { archetype: undefined, emotional_trigger: undefined };
  const { report } = await service.import(line('epsilon', guessed), 'preset=hookline&format=jsonl&source=epsilon');
  assert.equal(report.pending, 1);
  const { published, changed } = await nextRun();
  assert.deepEqual([changed, published >= 0], [1, true]);
  const { hooks } = await read('/operator/hooks?source=epsilon');
  const [{ labels: origin, archetype, niche }] = hooks;
  assert.deepEqual([origin.archetype.method, origin.niche.method], ['llm', 'llm']);
  assert.deepEqual([archetype, niche], [labels.archetype, labels.niche]);
});

test('decisions about hooks whose text it answered say how often the model is right, whichever method guessed', async () => {
  const { hooks } = await read('/operator/hooks?source=epsilon');
  const path = `/operator/hooks/${hooks[0].id}`;
  assert.equal((await service.operator('PATCH', path, { archetype: 'question' })).status, 200);
  assert.equal((await service.operator('PATCH', path, { niche: labels.niche })).status, 200);
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const { archetype, niche, emotional_trigger } = await measureAgreement(db, versionedName('small')).finally(close);
  assert.ok(archetype < 0.8 && niche > 0.85, JSON.stringify({ archetype, niche }));
  assert.equal(emotional_trigger, 0.75);
});

test('an endpoint that limits calls is asked again when it allows it', async () => {
  let limited: Response | undefined = {
    status: 429,
    headers: { 'retry-after': '1' },
    body: { error: { message: 'slow' } },
  };
  endpoint.respond((request) => {
    const answer = limited ?? answering()(request);
    limited = undefined;
    return answer;
  });
  await importWaiting(['zeta']);
  const stop = await service.observed('llm_stopped', 'rate_limit');
  const resumeAt = stop.kind === 'llm_stopped' ? Date.parse(stop.resumeAt) : Number.NaN;
  assert.equal((await nextRun()).published, 1);
  assert.ok(Date.now() >= resumeAt);
  assert.equal(timesAsked('zeta'), 2);
  assert.deepEqual(
    (await problems()).filter((what) => what.includes('language model')),
    [],
  );
});

test('an endpoint that refuses is a problem of the console without the key, and no publication asks it until it may be asked', async () => {
  endpoint.respond(() => ({ status: 401, body: { error: { message: `Incorrect API key provided: ${secret}` } } }));
  await importWaiting(['eta']);
  await service.observed('llm_stopped', 'refused');
  const before = endpoint.calls.length;
  const problem = (await problems()).find((what) => what.includes('language model'));
  assert.match(problem ?? '', /^error: The language model answered 401 Incorrect API key provided: …/);
  const { language_model } = await read('/operator/health');
  assert.deepEqual([language_model.model, language_model.stop.by], ['small', 'refused']);
  const metrics = await service.operator('GET', '/metrics');
  for (const body of [JSON.stringify(await read('/operator/health')), String(metrics.body)])
    assert.ok(!body.includes(secret));
  endpoint.respond(answering());
  await importWaiting(['theta']);
  // The queue is worked in order: when it is empty, the run of this import has ended.
  await until(
    () => read('/operator/health'),
    ({ queues: { label_llm: queue } }) => queue.waiting + queue.active + queue.retrying === 0,
  );
  assert.equal(endpoint.calls.length, before);
  assert.equal((await hooksOf('theta', 'pending')).length, 1);
});

test('a dry run of a relabelling asks now, says what it cost, changes nothing, and its answers are stored', async () => {
  const body = { where: { state: 'pending', source: 'eta' }, method: 'llm', sample: 200, dry_run: true };
  const dryRun = async () => {
    const answer = await service.operator('POST', '/operator/labels/run', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { llm, hooks, published } = answer.body;
    return [hooks, published, llm.answered, llm.tokens];
  };
  assert.deepEqual(await dryRun(), [1, 1, 1, usage.total_tokens]);
  assert.deepEqual(await dryRun(), [1, 1, 1, 0]);
  assert.equal((await hooksOf('eta', 'pending')).length, 1);
});

test('a run ends before a call that could exceed the budget, and the rest waits', async () => {
  const other = await startLlmEndpoint();
  const limited = await testService({ ...envOf(other), HOOKLINE_LLM_BUDGET: '40000' });
  const importTexts = async (name: string, count: number) => {
    const content = Array.from({ length: count }, (_, at) => line(`${name} ${at}`)).join('\n');
    const { report } = await limited.import(content, `preset=hookline&format=jsonl&source=${name}`);
    assert.equal(report.pending, count);
  };
  try {
    other.respond(answering());
    await importTexts('much', 300);
    const stop = await limited.observed('llm_stopped', 'budget');
    assert.match(stop.kind === 'llm_stopped' ? String(stop.error) : '', /budget of 40,000 tokens a month is used up/);
    const calls = other.calls.length;
    const used = calls * usage.total_tokens;
    assert.ok(calls > 3 && used <= 40_000 && used > 30_000, `${calls} calls`);
    const { body } = await limited.operator('GET', '/operator/hooks?state=pending&source=much&limit=1');
    assert.equal(body.total, 300 - calls * 20);
    const health = (await limited.operator('GET', '/operator/health')).body;
    assert.ok(
      health.problems.some(
        ({ severity, what }: Record<string, string>) =>
          severity === 'warning' && /HOOKLINE_LLM_BUDGET/.test(what ?? ''),
      ),
    );
  } finally {
    await limited.close();
    await other.close();
  }
});

test('after kill -9 during a call, only lines without a stored answer are asked', async () => {
  const other = await startLlmEndpoint();
  const directory = mkdtempSync(join(tmpdir(), 'hookline-llm-'));
  const env = {
    ...envOf(other),
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_SAMPLE: '0',
  };
  const asked = () => other.calls.map(({ lines }) => lines.length);
  try {
    const first = await startProcess(directory, env);
    const second = Promise.withResolvers<void>();
    other.respond((request) => {
      if (other.calls.length === 1) return answering()(request);
      second.resolve();
      return new Promise(() => {});
    });
    // Words without a niche, so that the answer has no rival.
    const content = Array.from({ length: 30 }, (_, at) => line(`left ${at}`));
    const response = await fetch(`${first.url}/operator/import?preset=hookline&format=jsonl&source=killed`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/octet-stream' },
      body: content.join('\n'),
    });
    assert.match(await response.text(), /"pending":30\b/);
    await second.promise;
    first.child.kill('SIGKILL');
    await first.exit;
    other.respond(answering());
    const next = await startProcess(directory, env);
    const { body } = await until(
      () => call(next, operatorKey, 'GET', '/operator/hooks?state=published&source=killed&limit=1'),
      (answer) => answer.body.total === 30,
    );
    assert.equal(body.total, 30);
    assert.deepEqual(asked(), [20, 10, 10]);
    const texts = other.calls.map(({ lines }) => lines.map(({ text }) => text));
    assert.deepEqual(texts[1], texts[2]);
    next.child.kill('SIGTERM');
    await next.exit;
  } finally {
    await other.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

// Report on labels: what curators decided, how reliable confidences are, and which waiting hooks would teach most.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { readLabelsReport } from '../../src/catalog/labelling/report/report.ts';
import type { LabelsReport } from '../../src/catalog/labelling/report/report-schema.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { openDatabase } from '../../src/db/database.ts';
import { guessedLabels } from '../../src/labels/label.ts';
import { versionedName } from '../../src/labels/llm/question.ts';
import { defined } from '../setup/defined.ts';
import { type TestService, testService } from '../setup/service.ts';

let service: TestService;
let database: ReturnType<typeof openDatabase>;

before(async () => {
  service = await testService();
  database = openDatabase(service.databaseUrl, () => {});
});

after(async () => {
  await database.close();
  await service.close();
});

type Hook = { id: string; niche: string; labels: Record<string, { method: string; confidence: number }> };

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await service.operator(method, path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const readReport = (): Promise<LabelsReport> => call('GET', '/operator/labels/report');
const waiting = async (query: string): Promise<Hook[]> =>
  (await call('GET', `/operator/hooks?state=pending&${query}`)).hooks;
const edit = (body: object) => call('PATCH', '/operator/hooks', body);

/** Hooks that wait, since no label of them is certain. */
async function queue(source: string, count: number): Promise<Hook[]> {
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ text: `zzqv ${source} ${at}`, views: 200_000, platform: 'TikTok', language: 'en' }),
  );
  const { report } = await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
  assert.equal(report.pending, count, JSON.stringify(report));
  return waiting(`source=${source}`);
}

const isGuess = (hook: Hook, label: string) =>
  !['given', 'curator', undefined].includes(hook.labels[label]?.method ?? undefined);
const guessesOf = (hooks: readonly Hook[]) =>
  hooks.flatMap((hook) => guessedLabels.filter((label) => isGuess(hook, label)));

test('accepted guesses count as confirmed, corrected ones as wrong, and an undone edit no longer', async () => {
  const hooks = await queue('counted', 5);
  const [first, second, ...others] = hooks.map(({ id }) => id);
  const wrong = defined(hooks[0]).niche;
  const right = wrong === 'food' ? 'pets' : 'food';
  await edit({ ids: [first, second], set: { niche: right }, state: 'published' });
  const { edit_id: accepted } = await edit({ ids: others, state: 'published' });

  const { agreement, confusions, models, reliability } = await readReport();
  const all = guessesOf(hooks).length;
  assert.deepEqual([agreement.decisions, agreement.agreed], [all, all - 2]);
  assert.equal(models.new_decisions, all);
  const niche = agreement.labels.find(({ label }) => label === 'niche');
  assert.deepEqual(niche, { label: 'niche', decisions: 5, agreed: 3, share: 0.6 });
  assert.deepEqual(confusions, [{ label: 'niche', guessed: wrong, decided: right, hooks: 2 }]);
  const [source] = agreement.sources;
  assert.deepEqual([source?.source, source?.decisions, source?.agreed], ['counted', all, all - 2]);
  assert.deepEqual([agreement.weeks.at(-1)?.decisions, agreement.weeks.at(-2)?.decisions], [all, 0]);
  const sums = agreement.methods.filter(({ method }) => method !== 'given').map(({ decisions }) => decisions);
  assert.equal(
    sums.reduce((sum, decisions) => sum + decisions, 0),
    all,
  );
  for (const { decisions, bins } of reliability)
    assert.equal(
      bins.reduce((sum, bin) => sum + bin.decisions, 0),
      decisions,
    );
  const whole = defined(reliability.find(({ label, family }) => label === null && family === null));
  assert.equal(whole.decisions, all);
  for (const { from, to, decisions, mean_confidence: mean } of whole.bins)
    assert.ok(decisions === 0 ? mean === null : mean !== null && mean >= from && mean <= to, `${from}: ${mean}`);

  await call('POST', `/operator/edits/${accepted}/undo`);
  const undone = await readReport();
  assert.deepEqual([undone.agreement.labels.find(({ label }) => label === 'niche')?.decisions], [2]);
});

test('the language model is reported with what it used this month, and how often its answers were right', async () => {
  const model = 'stub';
  const name = versionedName(model);
  await sql`insert into llm_usage (month, model, calls, faults, input_tokens, output_tokens)
    values (date_trunc('month', now() at time zone 'UTC'), ${name}, 3, 1, 900, 100)`.execute(database.db);
  // Two decisions about the niche are left; it agrees with one of them.
  await sql`insert into llm_answers (text_key, model, labels)
    select h.text_key, ${name}, jsonb_build_object('niche', case row_number() over (order by h.id) when 1 then d.decided else 'travel' end)
    from label_decisions d join hooks h on h.id = d.hook_id where d.label = 'niche' and d.source = 'counted'`.execute(
    database.db,
  );
  await sql`insert into llm_stops (model, kind, reason, resume_at)
    values (${name}, 'timeout', 'The language model did not answer in time.', now() + interval '1 hour')`.execute(
    database.db,
  );
  const snapshot = { columns: Object.fromEntries(guessedLabels.map((label) => [label, { starts: [0], values: [] }])) };
  const report = await readLabelsReport({
    db: database.db,
    catalog: () => ({ snapshot: snapshot as unknown as Snapshot }),
    config: { labelFloor: 0.8, llm: { model, budget: 5_000 } },
  });
  const { calls, faults, input_tokens, output_tokens, budget, agreement, stop } = defined(
    report.language_model ?? undefined,
  );
  assert.deepEqual([calls, faults, input_tokens + output_tokens, budget], [3, 1, 1_000, 5_000]);
  assert.deepEqual(agreement, { decisions: 2, agreed: 1, share: 0.5 });
  assert.equal(stop?.reason, 'The language model did not answer in time.');
});

test('waiting hooks are listed least certain first, or in the order of the active model, and review has the same order', async () => {
  const hooks = await queue('teaching', 25);
  const before = await readReport();
  assert.deepEqual([before.teaching.length, before.waiting.low_confidence >= 25], [20, true]);
  const byConfidence = await waiting('sort=confidence&limit=20');
  assert.deepEqual(
    before.teaching.map(({ id }) => id),
    byConfidence.map(({ id }) => id),
  );
  const [guessed] = before.teaching;
  assert.ok(Object.keys(guessed?.guesses ?? {}).length > 0);

  const [third, gone, first] = [hooks[2], hooks[5], hooks[0]].map((hook) => Number(defined(hook).id.slice(5)));
  await sql`insert into label_models (state, scores, lines, last_decision, teaching)
    values ('active', '{}', 40, 0, ${[third, gone, first]}::bigint[])`.execute(database.db);
  await edit({ ids: [`hook_${gone}`], state: 'rejected' });
  const { teaching, models } = await readReport();
  assert.deepEqual(
    teaching.map(({ id }) => id),
    [`hook_${third}`, `hook_${first}`],
  );
  assert.deepEqual([models.active?.lines, models.recent.length], [40, 1]);

  const seen: string[] = [];
  let after = '';
  do {
    const page = await call('GET', `/operator/hooks?state=pending&sort=teaching&limit=7${after}`);
    seen.push(...page.hooks.map(({ id }: Hook) => id));
    after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`;
  } while (after !== '');
  const rest = (await waiting('sort=confidence&limit=100')).map(({ id }) => id);
  const listed = teaching.map(({ id }) => id);
  assert.deepEqual(seen, [...listed, ...rest.filter((id) => !listed.includes(id))]);
});

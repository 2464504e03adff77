import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLabeller } from '../labeller.ts';
import { decodeModel, encodeModel, type TrainingLine } from './model.ts';
import { trainModel } from './train.ts';

const line = (at: number, text: string, values: Partial<TrainingLine> = {}): TrainingLine => ({
  id: `hook_${at}`,
  text,
  tags: [],
  platform: 'TikTok',
  family: 'caption',
  source: 'team',
  creator: null,
  labels: {},
  kind: 'decision',
  ...values,
});

const things = ['lamp', 'table', 'kettle', 'garden', 'carpet', 'window', 'bucket', 'ladder', 'pillow', 'shelf'];
const times = ['today', 'again', 'tonight', 'this week', 'at home', 'in May'];
/** Two kinds of lines whose difference only this catalog teaches. */
const lines = things.flatMap((thing, at) =>
  times.map((time, index) => {
    const isFlip = (at + index) % 2 === 0;
    return line(at * 10 + index, `${isFlip ? 'Zorping' : 'Blinting'} the ${thing} ${time}`, {
      labels: { niche: isFlip ? 'art' : 'automotive', archetype: isFlip ? 'transformation' : 'comparison' },
    });
  }),
);

const guessOf = (model: ReturnType<typeof trainModel>['model'] | undefined, text: string) =>
  createLabeller(model).guess({ text, platform: 'TikTok', family: 'caption', source: 'team' });

test('equal lines give equal model bytes, and equal bytes equal guesses', () => {
  const bytes = encodeModel(trainModel(lines).model);
  assert.deepEqual(encodeModel(trainModel(lines).model), bytes);
  const text = 'Zorping the ladder in winter';
  assert.deepEqual(guessOf(decodeModel(bytes), text), guessOf(trainModel(lines).model, text));
});

test('every line is judged once per label, by a model not trained on it or its creator', () => {
  const ofCreators = lines.map((one, at) => ({ ...one, creator: `creator ${at % 7}` }));
  const { judgements } = trainModel(ofCreators);
  const keys = judgements.map(({ line: { id }, label }) => `${id} ${label}`);
  assert.equal(new Set(keys).size, 2 * lines.length);
  assert.equal(keys.length, 2 * lines.length);
  // The creator has a word of its own, which no other fold contains.
  const alone = things.map((thing, at) =>
    line(500 + at, `Quuxing the ${thing}`, { creator: 'alone', labels: { niche: 'spirituality' } }),
  );
  const ofAlone = trainModel([...ofCreators, ...alone]).judgements.filter(({ line: one }) => one.creator === 'alone');
  assert.equal(ofAlone.filter(({ isRight }) => isRight).length, 0);
});

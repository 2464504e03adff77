import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slotTemplate, templateKey } from './slots.ts';

const templates: Readonly<Record<string, string>> = {
  'I made $500 in 3 days with Notion': 'I made [amount] in [time] with [name]',
  'Stop buying index funds before you read this.': 'Stop buying [topic] before you read this.',
  '7 skincare mistakes you make every morning': '[number] skincare mistakes you make every morning',
  'Crypto is dead and nobody told you': '[topic] is dead and nobody told you',
  "You don't need a huge ad budget to scale. Here's proof.": "You don't need a [topic] to scale. Here's proof.",
  'Here is what nobody tells you about intermittent fasting': 'Here is what nobody tells you about [topic]',
};

test('amounts, times, numbers, names and topics become slots', () => {
  for (const [text, template] of Object.entries(templates)) assert.equal(slotTemplate(text), template);
});

const withoutTopic = [
  // `budget` is a verb here, not a noun.
  'How to budget on nothing',
  // People are not topics.
  'As a dermatologist, I would never do that',
  // An adjective belongs to its superlative.
  'The most comfortable shoes you will ever wear',
  // The word is part of a hyphenated word.
  'This is a panda-like thing you never saw',
  // Too few words would remain.
  'My skincare',
  // Other languages have no topics.
  'Hör auf, Protein zu kaufen, wenn du das nicht weißt',
];

test('verbs, people, word parts and lines of other languages are not topics', () => {
  for (const text of withoutTopic) assert.doesNotMatch(slotTemplate(text), /\[topic\]/);
});

test('names start with a capital in any script with case, units follow digits in any case, and `I` is not a name', () => {
  assert.equal(slotTemplate('we met Ünal, Ana and I left'), 'we met [name], [name] and I left');
  assert.equal(slotTemplate('woke at 5:30 PM, ran 10 Km'), 'woke at [time], ran [number] Km');
  assert.equal(slotTemplate('rent was £ 500 in 1999'), 'rent was [amount] in [year]');
  assert.equal(slotTemplate('30-Day plan, take 3'), '[time] plan, take [number]');
});

test('templates of the same pattern share a key, regardless of articles, case, apostrophes and end punctuation', () => {
  const key = templateKey("I'm a [topic]");
  for (const same of ['I’M AN [topic]!', "I'm [topic] 🙌🏽", "i'm a [topic]…"]) assert.equal(templateKey(same), key);
  for (const other of [
    "I'm a [name]",
    "I'm the [topic]",
    "I'm a big [topic]",
    "I'm a [topic] [topic]",
    'Llama [topic]',
  ])
    assert.notEqual(templateKey(other), key);
  assert.equal(templateKey('No slot, so the line itself!'), 'no slot, so the line itself!');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTemplate, readSlots, type SlotValues } from './fill.ts';
import { slotTemplate } from './slots.ts';

const filled: readonly [template: string, values: SlotValues, line: string][] = [
  // The article agrees with the sound of the next word.
  ['I bought a [topic] today', { topic: 'umbrella' }, 'I bought an umbrella today'],
  ['You need an [topic]', { topic: 'university degree' }, 'You need a university degree'],
  ['You need a [topic]', { topic: 'SEO plan' }, 'You need an SEO plan'],
  ['A [number]-step plan', { number: '8' }, 'An 8-step plan'],
  ['I WANT A [topic] NOW', { topic: 'air fryer' }, 'I WANT AN AIR FRYER NOW'],
  // Singular and plural agree.
  ['[number] mistakes you make', { number: '1' }, '1 mistake you make'],
  ['These [topic] saved me', { topic: 'gadget' }, 'This gadget saved me'],
  ['This [topic] saved me', { topic: 'index funds' }, 'These index funds saved me'],
  ['Too many [topic]', { topic: 'news' }, 'Too much news'],
  ['[topic] is dead', { topic: 'stocks' }, 'Stocks are dead'],
  ["Why your [topic] aren't working", { topic: 'newsletter' }, "Why your newsletter isn't working"],
  ['The truth about [topic] is simple', { topic: 'index funds' }, 'The truth about index funds is simple'],
  ['Are your [topic] safe?', { topic: 'password' }, 'Is your password safe?'],
  ['Is this [topic] too much?', { topic: 'heels' }, 'Are these heels too much?'],
  ['Who needs a [topic]?', { topic: 'index funds' }, 'Who needs index funds?'],
  ['A [topic] plan', { topic: 'groceries' }, 'A groceries plan'],
  ['I own a [topic]', { topic: 'pair of jeans' }, 'I own a pair of jeans'],
  ['[number] million people made this', { number: '1' }, '1 million people made this'],
  // Capitals are kept.
  ['[topic] is not what you think', { topic: 'coffee' }, 'Coffee is not what you think'],
  ['[topic] is dead', { topic: 'iPhone' }, 'iPhone is dead'],
  ['Why Nobody Talks About [topic]', { topic: 'rest and sleep' }, 'Why Nobody Talks About Rest and Sleep'],
  // Punctuation and words that the template already has are not repeated.
  ['Stop buying [topic].', { topic: 'gadgets.' }, 'Stop buying gadgets.'],
  ['Only [number]% know this', { number: '5%' }, 'Only 5% know this'],
  ['Fix your [topic] today', { topic: 'the budget' }, 'Fix your budget today'],
  ['She said [quote] to me', { quote: 'no' }, 'She said "no" to me'],
  ['She said "[quote]" to me', { quote: 'no' }, 'She said "no" to me'],
  ['At [time], nobody calls', { time: '6 a.m.' }, 'At 6 a.m., nobody calls'],
  // Several slots with one name get the values in order, and the last value repeats.
  ['From [amount] to [amount] to [amount]', { amount: ['$1', '$5'] }, 'From $1 to $5 to $5'],
  // Slots without a value, and brackets that are not slots, stay.
  ['[number] ways to [do it] with [topic]', { topic: 'tea' }, '[number] ways to [do it] with tea'],
];

test('values are filled in with the matching article, number, capitals and punctuation', () => {
  for (const [template, values, line] of filled) assert.equal(fillTemplate(template, values), line);
});

test("a line's filled values are read back", () => {
  assert.deepEqual(readSlots('I made [amount] in [time] with [topic]', 'I made $500 in 3 days with index funds'), {
    amount: ['$500'],
    time: ['3 days'],
    topic: ['index funds'],
  });
  assert.equal(readSlots('I made [amount] today', 'You made $500 today'), undefined);
});

test("a template filled with its line's own values gives that line", () => {
  const lines = [
    'Sunday, 6 p.m., the dread arrives',
    'This bakery sells out by nine every morning',
    '6 must-have products for your kitchen',
    '"Sir, this is a fax machine." "I know. I need it to call my mother."',
    'Over 1 million downloads in 3 days',
    'I made $500 in 3 days with index funds',
  ];
  for (const line of lines) {
    const template = slotTemplate(line);
    assert.notEqual(template, line);
    assert.equal(fillTemplate(template, {}, readSlots(template, line)), line);
  }
});

// Guesses of the rules: cues that match only where they should, other languages, and emotions derived from a certain archetype.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOfLine } from '../language/language.ts';
import { readLine } from '../line.ts';
import { guessByRules } from './rules.ts';

const guess = (text: string, hints: readonly string[] = []) => guessByRules({ line: readLine(text), hints });

const confident = 0.5;

const archetypeOf: Readonly<Record<string, string>> = {
  'The best rye bread in the whole valley': 'superlative',
  '¿Por qué el pan de mi abuela nunca se pone duro?': 'question',
  'Cómo hacer pan sin horno': 'how_to',
  'Le pire croissant de tout Paris': 'superlative',
  'Warum steht dieser Ofen seit Jahren hier?': 'question',
  'Fünf Dinge, die dein Bäcker nie sagt': 'listicle',
};
/** The archetype's cue is a word without meaning in these lines. */
const notArchetypeOf: Readonly<Record<string, string>> = {
  '[OFFICIAL] Nordlicht, a lamp': 'pattern_interrupt',
  '1.7M views · 124K reactions | A bakery at dawn': 'social_proof',
  'The insane amount of flour in my pantry': 'shock',
};
const nicheOf: Readonly<Record<string, string>> = {
  'La receta de pollo de mi abuela': 'food',
  'Mein Hund hasst die Katze': 'pets',
  'Como economizar dinheiro e pagar as dívidas': 'finance',
};

test("archetypes and niches are detected from a language's cues, and not from neutral words", () => {
  for (const [text, archetype] of Object.entries(archetypeOf))
    assert.equal(guess(text).archetype.value, archetype, text);
  for (const [text, niche] of Object.entries(nicheOf)) assert.equal(guess(text).niche.value, niche, text);
  for (const [text, archetype] of Object.entries(notArchetypeOf)) {
    const { value, confidence } = guess(text).archetype;
    assert.ok(value !== archetype || confidence < confident, `${text}: ${value} ${confidence}`);
  }
});

test('English cues do not apply to other languages', () => {
  // `die`, `was` and `rot` are German; `pain`, `car` and `plus` are French.
  for (const text of [
    'Das ist der Ofen, und die Tür war nicht zu',
    'Il y a du pain dans le car, plus rien sur la table',
  ]) {
    assert.equal(languageOfLine(readLine(text)), 'other', text);
    const { archetype, emotional_trigger: emotion } = guess(text);
    assert.ok(!emotion.scores.has('fear') && !emotion.scores.has('anxiety'), text);
    assert.ok(archetype.confidence < confident, text);
  }
  assert.equal(languageOfLine(readLine('The oven was not closed and I left')), 'english');
  assert.equal(languageOfLine(readLine('Lampion Kellerlicht')), 'unclear');
});

// Language of lines: detection, and given languages that the text contradicts. All lines are made up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, tokenize } from '../line.ts';
import { contradictingLanguage, detectLanguage } from './language.ts';

const languageOf = (line: string) => detectLanguage(line, tokenize(fold(line))).value;

const lines: Readonly<Record<string, readonly string[]>> = {
  // Lines with function words, content words, endings and title words.
  en: ['The one thing that I would never buy again', 'Crispy garlic chicken', 'Norvel - Kessa (Official Video)'],
  es: ['Lo que nadie te dice de la casa', 'Mañana', 'Resumen del partido', 'Deja de amasar esto', 'Errores al hornear'],
  pt: ['Não compre isso sem ver', 'Melhores gols'],
  // The English article `a` is not the French word with an accent.
  fr: ['Pourquoi je ne vais plus chez eux', 'Bravo - Nelo (Clip officiel)', '3 erreurs à la boulangerie'],
  de: ['Das ist der größte Fehler', 'Straße'],
  nl: ['Waarom heb ik dit niet gedaan'],
  hi: ['यह सबसे बड़ी गलती है', 'Yeh kaam kabhi mat karna bhai'],
  tr: ['Bunu bilmeyen çok kişi var'],
  pl: ['Nie rób tego nigdy'],
  uk: ['Ніколи не купуйте це'],
  ru: ['Никогда не покупайте это'],
  ja: ['これを買わないで'],
  zh: ['千万不要买这个'],
  ko: ['이것을 사지 마세요'],
  und: ['😬', '100', '?!'],
};

test('the language of a line is detected', () => {
  for (const [language, examples] of Object.entries(lines))
    for (const line of examples) assert.equal(languageOf(line), language, line);
});

test('a given language is overridden if script or words prove another one', () => {
  for (const [given, line, expected] of [
    ['en', 'यह सबसे बड़ी गलती है', 'hi'],
    ['en-US', 'Никогда не покупайте это', 'ru'],
    ['hi', 'এটা কিনবেন না', 'bn'],
    ['en', 'Pourquoi je ne vais plus chez eux et pas toujours avec ma sœur', 'fr'],
    ['fr', 'You should never have to pay for this when they know who you are', 'en'],
    // The text has the same script, or mixed scripts with mostly Latin letters.
    ['mr', 'यह सबसे बड़ी गलती है', undefined],
    ['ja', '絶対買', undefined],
    ['en', 'My first trip to दिल्ली was a disaster', undefined],
    // Hinglish does not contradict either language.
    ['hi', 'This is what happens when you never stop and think about it', undefined],
    ['en', 'Yeh kaam kabhi mat karna bhai, aur kya hota hai', undefined],
    // Latin letters without proof, a language that the detector does not support, and texts without letters.
    ['fr', 'Crispy garlic chicken', undefined],
    ['sw', 'You should never have to pay for this when they know who you are', undefined],
    ['th', '100 % 😬', undefined],
    ['de', '', undefined],
  ] as const)
    assert.equal(contradictingLanguage(given, line), expected, `${given}: ${line}`);
});

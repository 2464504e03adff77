// The speaker of a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Person, speakAs } from './person.ts';

const lines: [line: string, person: Person, expected: string | undefined][] = [
  ['I was wrong about my budget', 'we', 'We were wrong about our budget'],
  ["I'm done. It took me years", 'we', "We're done. It took us years"],
  ['How I’ve paid for mine myself', 'you', 'How you’ve paid for yours yourself'],
  ['We lost our savings, and nobody told us', 'I', 'I lost my savings, and nobody told me'],
  [
    'Stop doing this to your skin if you want it to heal for you',
    'I',
    'Stop doing this to my skin if I want it to heal for me',
  ],
  ['What are you saving for?', 'we', 'What are we saving for?'],
  ['MY BOSS FIRED ME', 'we', 'OUR BOSS FIRED US'],
  ['Nobody in the US talks about this', 'we', 'Nobody in the US talks about this'],
  ['I read this twice', 'I', 'I read this twice'],
  ['Let me show you my kitchen', 'we', 'Let us show you our kitchen'],
  ['Let me show you my kitchen', 'you', undefined],
];

for (const [line, person, expected] of lines)
  test(`“${line}” as ${person}`, () => assert.equal(speakAs(line, person), expected));

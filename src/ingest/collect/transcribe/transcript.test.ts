import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSilent } from './audio.ts';
import { openingOf, readTranscript } from './transcript.ts';

type Given = { text: string; start?: number; end?: number; avg_logprob?: number; no_speech_prob?: number };

/** Two-second segments with the usual confidence. */
function opening(...segments: (string | Given)[]) {
  const full = segments.map((given, at) => ({
    start: at * 2,
    end: at * 2 + 2,
    avg_logprob: -0.2,
    no_speech_prob: 0.05,
    ...(typeof given === 'string' ? { text: given } : given),
  }));
  const transcript = readTranscript({ text: full.map(({ text }) => text).join(' '), segments: full });
  return openingOf(transcript ?? assert.fail());
}

test('the first sentence is the opening line, even across segments', () => {
  assert.equal(
    opening(' Stop buying index funds', ' before you watch this. Here is why.')?.line,
    'Stop buying index funds before you watch this.',
  );
  assert.equal(opening(' Q&A <b> about Dr. Moll. And more.')?.line, 'Q&A about Dr. Moll.');
  assert.equal(opening(' これは誰も教えてくれません。次は')?.line, 'これは誰も教えてくれません。');
});

test('sounds and music in brackets or note signs are not words', () => {
  assert.equal(
    opening('[MUSIC]', ' (upbeat music)', ' Nobody tells you this about rice.')?.line,
    'Nobody tells you this about rice.',
  );
  for (const text of ['[BLANK_AUDIO]', '♪ I want it that way ♪', '(music)', '*laughs*', '...', ''])
    assert.equal(opening(text), null, text);
});

test('hallucinated phrases for silence are not opening lines', () => {
  for (const text of [
    'Thanks for watching!',
    ' Thank you so much for watching, see you soon.',
    'you',
    ' Thank you.',
    'Subtitles by the Amara.org community',
    'Untertitel im Auftrag des ZDF, 2020',
    "Sous-titres réalisés para la communauté d'Amara.org",
    'ご視聴ありがとうございました',
    '시청해주셔서 감사합니다!',
    'Субтитры сделал DimaTorzok',
    'Продолжение следует...',
    '¡Suscríbete al canal!',
  ])
    assert.equal(opening(text), null, text);
  assert.ok(opening('Thank you is the worst thing to say to a waiter.'));
  assert.ok(opening('Subtitles ruin every film.'));
});

test("the confidence is exp(avg_logprob) × (1 − no_speech_prob) of the line's segments, weighted by length", () => {
  assert.equal(opening({ text: 'This works.', avg_logprob: 0, no_speech_prob: 0 })?.confidence, 1);
  assert.equal(opening({ text: 'This works.', avg_logprob: Math.log(0.8), no_speech_prob: 0.25 })?.confidence, 0.6);
  const [sure, unsure] = [
    { avg_logprob: 0, no_speech_prob: 0 },
    { avg_logprob: Math.log(0.5), no_speech_prob: 0 },
  ];
  assert.equal(opening({ text: 'aaaa bbbb', ...sure }, { text: 'ccccc dddd.', ...unsure })?.confidence, 0.725);
  assert.equal(opening({ text: 'This works.', ...sure }, { text: 'Noise after it.', ...unsure })?.confidence, 1);
});

test('a silent recording is detected by its level', () => {
  assert.equal(isSilent(wav(() => 0)), true);
  assert.equal(isSilent(wav((at) => (at % 2) * 20)), true);
  assert.equal(isSilent(wav((at) => 8000 * Math.sin(at / 10))), false);
  assert.equal(isSilent(wav((at) => (at > 12_000 && at < 15_000 ? 3000 * Math.sin(at / 10) : 0))), false);
  assert.equal(isSilent(Buffer.from('no WAV file at all')), false);
});

/** One second at 16 kHz. */
function wav(sample: (at: number) => number): Buffer {
  const data = Int16Array.from({ length: 16_000 }, (_, at) => sample(at));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.write('WAVEfmt ', 8);
  header.write('data', 36);
  header.writeUInt32LE(data.byteLength, 40);
  return Buffer.concat([header, Buffer.from(data.buffer)]);
}

// openingLine: the first spoken sentence of real-world captions, without their markup.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openingLine } from './captions.ts';

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

/** Two-second cues without gaps. */
function vtt(...cues: string[]): string {
  const blocks = cues.map((lines, at) => `${clock(at * 2000)} --> ${clock(at * 2000 + 2000)}\n${lines}\n`);
  return ['WEBVTT\n', ...blocks].join('\n');
}

function assertLines(cases: [string, string[], string | null][]): void {
  for (const [what, cues, expected] of cases) assert.equal(openingLine(vtt(...cues)), expected, what);
}

/** Each line comes word by word under the line before, then alone for 10 ms, as YouTube's automatic captions do. */
function rolling(lines: string[], isStripped = false): string {
  const blank = isStripped ? '' : ' ';
  const blocks = lines.map((line, at) => {
    const [first, ...rest] = line.split(' ');
    const from = at * 3000;
    const timed = first + rest.map((word, n) => `<${clock(from + 200 * (n + 1))}><c> ${word}</c>`).join('');
    const times = (start: number, end: number) => `${clock(start)} --> ${clock(end)} align:start position:0%`;
    const shown = `${times(from, from + 2990)}\n${lines[at - 1] ?? blank}\n${timed}\n`;
    return `${shown}\n${times(from + 2990, from + 3000)}\n${line}\n${blank}\n`;
  });
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${blocks.join('\n')}`;
}

test('lines that automatic captions repeat count once', () => {
  const lines = ['nobody told me that', 'a kettle can sing', 'and then it did.'];
  assert.equal(openingLine(rolling(lines)), 'nobody told me that a kettle can sing and then it did.');
  assert.equal(openingLine(rolling(lines, true)), 'nobody told me that a kettle can sing and then it did.');
  const srt = '1\n00:00:00,000 --> 00:00:04,000\none two\n\n2\n00:00:02,000 --> 00:00:06,000\none two\nthree four.\n';
  assert.equal(openingLine(srt), 'one two three four.');
  assert.equal(openingLine(vtt('we', 'we built', 'we built a boat. It')), 'we built a boat.');
});

test('a sentence may span cues, and ends at punctuation or a change of speaker', () => {
  assertLines([
    ['over cues', ['I never thought', 'I would say this. But'], 'I never thought I would say this.'],
    ['a question', ['Would you? I would'], 'Would you?'],
    ['a speaker', ['>> Say it', '>> No.'], 'Say it'],
    ['titles and numbers', ['Dr. Moll of the U.S. paid 3.5 dollars. Twice.'], 'Dr. Moll of the U.S. paid 3.5 dollars.'],
    ['an ellipsis', ['So...', '...what now? Well'], 'So… what now?'],
    ['Chinese', ['大家好', '我是小明。今天'], '大家好我是小明。'],
    ['Arabic', ['هل تعلم؟ نعم'], 'هل تعلم؟'],
    ['after a greeting', ['Hello everyone.', 'Welcome! We built a boat.'], 'We built a boat.'],
    ['only a greeting', ['Hey guys!', '>> Hi'], null],
  ]);
  const rest = 'one of all my boats ever '.repeat(8);
  assert.equal(openingLine(vtt(`we built a boat because nobody had ${rest}`)), 'we built a boat');
});

test('music, sounds, lyrics and speaker names are left out', () => {
  assertLines([
    ['music', ['[Music]', '(upbeat music)', 'Stay here.'], 'Stay here.'],
    ['lyrics', ['♪ la la la ♪', '♪ oh oh'], null],
    ['a sound over two cues', ['[door', 'opens] Who is there?'], 'Who is there?'],
    ['sounds', ['(laughs) Well, (SIGHS) no. So'], 'Well, no.'],
    ['a voice', ['<v Ada Moll>Stay here.</v>'], 'Stay here.'],
    ['a name', ['ADA MOLL: Stay here.'], 'Stay here.'],
    ['a word not printed', ['what the [ __ ] is this?'], 'what the [ __ ] is this?'],
    ['nothing', ['[Music]', '(applause)', '...'], null],
  ]);
});

test('markup, entities and irregular files are parsed', () => {
  assertLines([
    ['italics and places', ['{\\an8}<i>Stop</i> <c.yellow>here</c>!'], 'Stop here!'],
    ['entities', ['Salt&nbsp;&amp; pepper &#39;n&#x27; oil.'], "Salt & pepper 'n' oil."],
  ]);
  const tidy = 'Stay here.';
  for (const [what, text] of Object.entries({
    'a byte order mark and CRLF': '\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nStay\r\nhere.\r\n',
    'no hours': 'WEBVTT\n\n00:01.000 --> 00:02.000\nStay here.',
    'no blank lines in srt': '1\n00:00:01,000 --> 00:00:02,000\nStay\n2\n00:00:02,000 --> 00:00:03,000\nhere.',
    blocks: 'WEBVTT\n\nSTYLE\n::cue { }\n\nNOTE a\nb\n\nintro\n00:01.000 --> 00:02.000\nStay here.\n',
    'a note between cues':
      'WEBVTT\n\n00:01.000 --> 00:02.000\nStay\n\nNOTE x\ny\n\n2\n00:02.000 --> 00:03.000\nhere.\n',
  }))
    assert.equal(openingLine(text), tidy, what);
  assert.equal(openingLine(''), null);
  assert.equal(openingLine('WEBVTT\n\nno cues at all'), null);
});

const piece = fc.oneof(
  fc.constantFrom(
    ...['WEBVTT', '\n', '\n\n', '00:00:01.000 --> 00:00:02.000', '1', '<c>', '</c>', '<00:00:01.500>', '<', '>', '>>'],
    ...['[', ']', '(', ')', '♪', '&lt;', '&amp;lt;', '&gt;', '&#0;', '&#xd800;', '- ', 'NAME: ', '{\\an8}', 'Dr.', '…'],
    ...['NOTE', '[Music]', '。', '\r', '\0', ' ', '-->', '--&gt;', '\ue000', '\ud83d'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('we', 'built', 'a boat', 'in Rome'),
);
const messy = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''));

test('property: any text yields null or a line without markup', () => {
  fc.assert(
    fc.property(messy, fc.boolean(), (text, isCue) => {
      const line = openingLine(isCue ? vtt(text) : text);
      if (line === null) return;
      assert.match(line, /[\p{L}\p{N}]/u);
      assert.doesNotMatch(line, /<|-->|\n|♪/);
      assert.ok(line.length <= 500 && line === line.trim());
    }),
    { numRuns: 500 },
  );
});

test('ruby annotations are not part of the line', () => {
  for (const [line, expected] of [
    ['<ruby>食<rp>(</rp><rt>た</rt><rp>)</rp></ruby>べる前に見て。', '食べる前に見て。'],
    ['<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を読む。', '漢字を読む。'],
    ['<ruby>漢<rt>かん</ruby>を読む。', '漢を読む。'],
    ['<ruby>漢<rt.small>か<b>ん</b><00:00:01.000></rt></ruby>を読む。', '漢を読む。'],
    ['<ruby>漢字<rt>かん\nじ</rt></ruby>を読む。', '漢字を読む。'],
    ['&lt;ruby&gt;漢&lt;rt&gt;かん&lt;/rt&gt;&lt;/ruby&gt;を読む。', '漢を読む。'],
  ])
    assert.equal(openingLine(`00:00.000 --> 00:02.000\n${line}`), expected);
});

// Scripts other than Latin: counts their letters in a text and derives the language.
import type { Guess } from '../label.ts';

/** Unicode blocks of scripts, with the language that mostly uses each. Han alone is Chinese; Han with kana is Japanese. */
const scripts: readonly { from: number; to: number; value: string }[] = [
  { from: 0x0370, to: 0x03ff, value: 'el' },
  { from: 0x0400, to: 0x052f, value: 'ru' },
  { from: 0x0530, to: 0x058f, value: 'hy' },
  { from: 0x0590, to: 0x05ff, value: 'he' },
  { from: 0x0600, to: 0x077f, value: 'ar' },
  { from: 0x0900, to: 0x097f, value: 'hi' },
  { from: 0x0980, to: 0x09ff, value: 'bn' },
  { from: 0x0a00, to: 0x0a7f, value: 'pa' },
  { from: 0x0a80, to: 0x0aff, value: 'gu' },
  { from: 0x0b00, to: 0x0b7f, value: 'or' },
  { from: 0x0b80, to: 0x0bff, value: 'ta' },
  { from: 0x0c00, to: 0x0c7f, value: 'te' },
  { from: 0x0c80, to: 0x0cff, value: 'kn' },
  { from: 0x0d00, to: 0x0d7f, value: 'ml' },
  { from: 0x0d80, to: 0x0dff, value: 'si' },
  { from: 0x0e00, to: 0x0e7f, value: 'th' },
  { from: 0x0e80, to: 0x0eff, value: 'lo' },
  { from: 0x1000, to: 0x109f, value: 'my' },
  { from: 0x10a0, to: 0x10ff, value: 'ka' },
  { from: 0x1100, to: 0x11ff, value: 'ko' },
  { from: 0x1200, to: 0x139f, value: 'am' },
  { from: 0x1780, to: 0x17ff, value: 'km' },
  { from: 0x3040, to: 0x30ff, value: 'ja' },
  { from: 0x4e00, to: 0x9fff, value: 'zh' },
  { from: 0xac00, to: 0xd7af, value: 'ko' },
];

/** Letters that distinguish the languages of a script, the most distinctive first. */
const distinctiveLetters: Readonly<Record<string, readonly [RegExp, string][]>> = {
  ru: [
    [/[іїєґ]/i, 'uk'],
    [/[ђљњћџј]/i, 'sr'],
  ],
  ar: [
    [/[ٹڈڑںےہ]/, 'ur'],
    [/[پچژگ]/, 'fa'],
  ],
  hi: [[/ळ|आहे|नाही/, 'mr']],
};

type ScriptCount = { script: string; letters: number; latin: number };

/** Returns the most frequent script other than Latin, as its language, and the number of letters in it and in Latin. */
export function countScripts(text: string): ScriptCount {
  let latin = 0;
  const counts = new Map<string, number>();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x370) {
      if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0) latin++;
      continue;
    }
    const script = scripts.find(({ from, to }) => code >= from && code <= to)?.value;
    if (script) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  if (counts.has('ja')) counts.set('ja', (counts.get('ja') ?? 0) + (counts.get('zh') ?? 0));
  let most: ScriptCount = { script: 'latin', letters: 0, latin };
  for (const [script, letters] of counts) if (letters > most.letters) most = { script, letters, latin };
  return most;
}

/** Letters of the scripts above. Most texts have none, so their letters need not be counted. */
const otherLetter = /[\u0370-\u1cff\u3040-\u30ff\u4e00-\ud7af]/;
const twoLatinLetters = /[A-Za-z\u00c0-\u036f].*[A-Za-z\u00c0-\u036f]/s;

export function hasOtherScript(text: string): boolean {
  return otherLetter.test(text);
}

export function dominantScript(text: string): string | undefined {
  if (!hasOtherScript(text)) return twoLatinLetters.test(text) ? 'latin' : undefined;
  const { script, letters, latin } = countScripts(text);
  // Latin letters count half: brand names and hashtags are in Latin letters everywhere.
  if (letters > 0 && letters * 2 >= latin) return script;
  return latin > 1 ? 'latin' : undefined;
}

export function languageOfScript(script: string, text: string): Guess {
  for (const [letters, value] of distinctiveLetters[script] ?? [])
    if (letters.test(text)) return { value, confidence: 0.85 };
  return { value: script, confidence: 0.95 };
}

/** Languages that share the script of a language. */
const relatives: Readonly<Record<string, string>> = {
  ru: 'ru uk be bg sr mk kk ky mn tg tt ba cv uz az os sah ce bs',
  ar: 'ar fa ur ps ku ckb sd ug pa ks az uz ms ha',
  hi: 'hi mr ne sa bho mai kok doi sd ks raj hne awa',
  bn: 'bn as mni',
  he: 'he yi',
  am: 'am ti',
  zh: 'zh yue ja ko wuu nan hak',
  ja: 'ja',
};

/** Returns whether a language without its region is written in a script, as named by countScripts(). */
export function isWrittenIn(language: string, script: string): boolean {
  return (relatives[script] ?? script).split(' ').includes(language);
}

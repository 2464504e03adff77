// The language of a line: by script where the script decides, else by tinyld's trigrams.
import { detectAll } from 'tinyld';

const scripts: readonly [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Sinhala}/u, 'si'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Han}/u, 'zh'],
];
// Below this trigrams guess: the line is then as likely English as anything, and the confidence says so.
const shortLetters = 20;

export function detectLanguage(text: string): { value: string; confidence: number } {
  for (const [script, value] of scripts) if (script.test(text)) return { value, confidence: 0.9 };
  const letters = text.replace(/[^\p{L} ]/gu, '');
  if (letters.trim().length < 3) return { value: 'und', confidence: 0 };
  const [best] = detectAll(letters);
  if (!best) return { value: 'und', confidence: 0 };
  return letters.length < shortLetters
    ? { value: best.lang, confidence: Math.min(0.4, best.accuracy) }
    : { value: best.lang, confidence: Math.max(0.5, best.accuracy) };
}

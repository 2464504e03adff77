// Removes the hashtags and mentions around a text; within it they are words, and lose only their sign.
import { wordSets } from './word-sets.ts';

const sign = /[#＃@＠]/;
/** `#1`, `C#` and `a@b.com` are none. */
const tag =
  /^[#＃@＠]+(?=[\p{N}_.]*[\p{L}\p{Extended_Pictographic}])[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_.&\u200c\u200d\ufe0f'’-]*[,;:/|·•]*$/u;
const loneSign = /^[#＃@＠]+[.,]*$/;
/** A word of the text, wherever it stands. */
const kept = /^[#＃]pov(?!\p{L})/iu;
/** Between tags: emoji, marks, dots. */
const filler = /^[^\p{L}\p{N}]+$/u;
/** Tags for reach are never words of the text. */
const generic =
  /^[#＃]+(?:f(?:or)?y(?:ou)?p?|fyp\S*|for(?:you|your)page\S*|voorjou\S*|parati\S*|viral\S*|trend\S*|explore\S*|reels?\S*|tiktok\S*|xyzbca|insta\S*)$/iu;
/** One without its sign. */
const looseTag = /\s(?:fyp?|foryou(?:page)?|xyzbca)[\s.]*$/i;
/** A sentence continues with these, so the tag before one is its subject: `#Nigeria is …`. */
const continuation = /^(?:is|are|was|were|has|have|had|be|and|vs|ist|sind|est|sont|es|son|è|é|foi|hai|&)$/i;

/** Before a name at the end, which cannot be read aloud. */
const credited = /^(?:by|with|w|at|from|via|x|ft|feat|and|&|mit|von|bei|und|avec|chez|con|com|met|van|da)$/;

/** `a #b c #d #e` is `a b c`. A text that is only tags becomes ''. */
export function stripHashtags(text: string): string {
  if (!sign.test(text)) return text.replace(looseTag, '');
  const { dangling, preposition } = wordSets();
  const words = splitGlued(text)
    .split(' ')
    .filter((word) => word !== '' && !loneSign.test(word))
    .filter((word, at, all) => !generic.test(word) || dangling.has((all[at - 1] ?? '').toLowerCase()));
  let start = 0;
  let end = words.length;
  while (start < end && isEdge(words[start])) start++;
  while (end > start && isEdge(words[end - 1])) end--;
  end = endBeforeRun(words, start, end);
  // Emoji beside the text belong to it.
  while (start > 0 && filler.test(words[start - 1] ?? '')) start--;
  while (end < words.length && filler.test(words[end] ?? '')) end++;
  if (start === end || !words.slice(start, end).some((word) => !filler.test(word))) return '';
  const next = (words[start] ?? '').toLowerCase();
  const isSubject = continuation.test(next) || (isMention(words[start - 1]) && preposition.has(next));
  if (isTag(words[start - 1]) && isSubject) start--;
  const last = (words[end - 1] ?? '').toLowerCase();
  if (isMention(words[end]) && credited.test(last) && end - start > 4) end--;
  else if (isTag(words[end]) && (dangling.has(last) || preposition.has(last))) end++;
  return words.slice(start, end).map(toWord).join(' ').replace(looseTag, '');
}

/** Where hashtags begin that a word or two interrupt: `I tried it. #bread #oven yes #food`. */
function endBeforeRun(words: readonly string[], start: number, end: number): number {
  for (let at = start + 4; at < end - 1; at++) {
    if (!isTag(words[at]) || !isTag(words[at + 1]) || /[\p{L}\p{N},]$/u.test(words[at - 1] ?? '')) continue;
    if (words.slice(at, end).filter((word) => !isEdge(word)).length < 3) return at;
  }
  return end;
}

function isTag(word = ''): boolean {
  return tag.test(word);
}

function isMention(word = ''): boolean {
  return /^[@＠]/.test(word);
}

function isEdge(word = ''): boolean {
  return filler.test(word) || (isTag(word) && !kept.test(word));
}

function toWord(word: string): string {
  return isTag(word) || kept.test(word) ? word.replace(/^[#＃@＠]+/, '') : word;
}

/** `word#tag#tag` as words, and a mention after a mark. */
function splitGlued(text: string): string {
  return text.replace(/(?<=[^\s#＃])(?=[#＃]+[\p{L}\p{N}_]*\p{L})|(?<=[^\s\p{L}\p{N}._@#＃-])(?=@\p{L})/gu, ' ');
}

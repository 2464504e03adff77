// The words of a text in lower case, without accents and apostrophes.

const isAscii = /^[\x20-\x7e]*$/;
const apostrophes = /['’‘ʼ]/;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const asciiWord = /[a-z0-9]+/g;

let lastText = '';
let lastWords: readonly string[] = [];

/** `I'm` is two words: `im` is another in German. Several checks read the same text one after the other. */
export function foldWords(text: string): readonly string[] {
  if (text !== lastText) [lastText, lastWords] = [text, splitFolded(text)];
  return lastWords;
}

function splitFolded(text: string): string[] {
  let lower = text.toLowerCase();
  if (apostrophes.test(lower))
    lower = lower.replace(/(?<!\p{L})i['’]m(?!\p{L})/gu, 'i am').replace(/(?<=\p{L})['’‘ʼ](?=\p{L})/gu, '');
  if (isAscii.test(lower)) return lower.match(asciiWord) ?? [];
  const plain = lower
    .replace(/[\ufe0e\ufe0f]/g, '')
    .normalize('NFKD')
    .replace(/(?<=[a-z])[\u0300-\u036f]+/g, '');
  return plain.normalize('NFC').match(word) ?? [];
}

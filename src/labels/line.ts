// A line as input of rules and model: folded text and tokens.

/** `folded` and `tokens` are from fold() and tokenize(). */
export type Line = { text: string; folded: string; tokens: readonly string[] };

export function readLine(text: string): Line {
  const folded = fold(text);
  return { text, folded, tokens: tokenize(folded) };
}

const isPlain = /^[\x20-\x7e]*$/;
const needsDecomposing = /[\u00a0-\u036f\u1e00-\u1fff\u2026\uff01-\uff5e]|\ud835/;

/**
 * Returns lower case without accents, with straight quotes and with styled letters (𝗯𝗼𝗹𝗱) as plain ones. Other scripts keep their marks.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isPlain.test(lower)) return lower;
  const straight = lower.replace(/[’‘ʼ‛`´]/g, "'").replace(/[“”„«»]/g, '"');
  if (!needsDecomposing.test(straight)) return straight;
  // Lower-cased again, since a styled capital becomes a letter only by decomposition.
  return straight
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

export const tokenPattern =
  /[$€£₹] ?\d[\d,.]*[kmb]?(?![a-z])|#?\d[\d,.]*(?:%|[kmbx](?![a-z])|st(?![a-z])|nd(?![a-z])|rd(?![a-z])|th(?![a-z]))?|[\p{L}\p{M}]+(?:'\p{L}+)*|[?!.:"[|…]|\p{Extended_Pictographic}/gu;

const numberWords = 'two three four five six seven eight nine ten eleven twelve twenty thirty fifty'.split(' ');
const magnitudes = new Set('hundred hundreds thousand thousands million millions billion billions dozens'.split(' '));

/** Two tokens that are read as one with the same meaning: `do not` becomes `dont`, so that rules need one spelling. */
const contractions: ReadonlyMap<string, string> = new Map([
  ['do not', 'dont'],
  ['does not', 'doesnt'],
  ['did not', 'didnt'],
  ['is not', 'isnt'],
  ['are not', 'arent'],
  ['was not', 'wasnt'],
  ['can not', 'cant'],
  ['could not', 'couldnt'],
  ['will not', 'wont'],
  ['would not', 'wouldnt'],
  ['should not', 'shouldnt'],
  ['you are', 'youre'],
  ['i am', 'im'],
  ['it is', 'its'],
  ['here is', 'heres'],
  ['there is', 'theres'],
  ['no one', 'nobody'],
]);
const spellings: ReadonlyMap<string, string> = new Map([
  ...numberWords.map((word): [string, string] => [word, '#']),
  ['noone', 'nobody'],
  ['everybody', 'everyone'],
  ['anybody', 'anyone'],
  ['cannot', 'cant'],
  ['ur', 'your'],
  ['u', 'you'],
  ['wanna', 'want'],
  ['theyre', 'they'],
  ['…', '.'],
  ['!', '!'],
]);
const firstOfContraction = new Set([...contractions.keys()].map((pair) => pair.slice(0, pair.indexOf(' '))));

/**
 * Returns words without apostrophes, pictographs and sentence marks, in order. Numbers become classes: `#` a number, `#$` an amount, `#%` a
 * percentage, `#y` a year, `#1` a rank.
 */
export function tokenize(folded: string): string[] {
  const tokens: string[] = [];
  let last = '';
  for (const raw of folded.match(tokenPattern) ?? []) {
    const token = normalize(raw);
    if (token === last && (token === '.' || token === '!')) continue;
    if (magnitudes.has(token)) {
      if (last.charCodeAt(0) !== hash) tokens.push('#');
      last = '#';
      continue;
    }
    const joined = firstOfContraction.has(last) ? contractions.get(`${last} ${token}`) : undefined;
    if (joined) tokens.pop();
    last = joined ?? token;
    tokens.push(last);
  }
  return tokens;
}

const hash = 35;

function normalize(raw: string): string {
  const first = raw.charCodeAt(0);
  if (first === hash) return raw === '#1' ? '#1' : '#';
  if (first >= 48 && first <= 57) return classOfNumber(raw);
  if (first === 36 || first === 0x20ac || first === 0xa3 || first === 0x20b9) return '#$';
  const word = raw.includes("'") ? raw.replaceAll("'", '') : raw;
  return spellings.get(word) ?? word;
}

function classOfNumber(raw: string): string {
  if (raw.endsWith('%')) return '#%';
  return /^(?:19|20)\d\d$/.test(raw) ? '#y' : '#';
}

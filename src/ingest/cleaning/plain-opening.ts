// Recognizes, cheaply, most lines that need no cleaning: plain sentences with a word that only opening lines begin with or contain.
import { isNamed, minWords, productions, vague } from './stand-alone.ts';
import {
  askingWords,
  danglingWords,
  openingWords,
  personWords,
  questionWords,
  requestPairs,
  requestWords,
  sentenceWords,
  suspectWords,
  titleKinds,
} from './word-lists.ts';

const maxLength = 200;
/** Articles, auxiliaries and prepositions of a sentence. */
const minGrammar = 2;
const greetings = ['hi', 'hey', 'hello', 'hallo', 'hola', 'happy', 'good', 'thank', 'thanks', 'merry', 'welcome'];
const contractions = [
  "i'm",
  "i've",
  "i'll",
  "i'd",
  "you're",
  "you've",
  "you'll",
  "let's",
  'i’m',
  'i’ve',
  'you’re',
  'let’s',
];

const kinds = new Map<string, 'person' | 'suspect' | 'grammar'>();
for (const word of sentenceWords) kinds.set(word, 'grammar');
for (const word of [...personWords, ...contractions]) kinds.set(word, 'person');
const pairStarts = [...requestPairs].map((pair) => pair.replace(/_.*/, ''));
for (const word of [
  ...suspectWords,
  ...askingWords,
  ...productions,
  ...greetings,
  ...requestWords,
  ...titleKinds,
  ...pairStarts,
])
  kinds.set(word, 'suspect');

/** `opening`: can be published as it is. `sentence`: if it is no title. null if only a closer look can tell. */
export function findPlainKind(line: string): 'opening' | 'sentence' | null {
  if (line.length > maxLength || !isPlain(line)) return null;
  const words = line.toLowerCase().split(' ');
  if (words.length <= minWords || danglingWords.has(words.at(-1) ?? '')) return null;
  const [first = ''] = words;
  if (vague.test(first) || first === 'watch' || words.at(-3) === 'with' || (words.length < 5 && isNamed(line)))
    return null;
  let kind: 'opening' | 'sentence' | null = questionWords.has(first) || openingWords.has(first) ? 'opening' : null;
  let grammar = 0;
  for (let at = 0; at < words.length; at++) {
    const found = kinds.get(words[at] ?? '');
    if (found === 'suspect') return null;
    if (found === 'grammar') grammar++;
    if (found === 'person') kind ??= at < 3 ? 'opening' : 'sentence';
  }
  return kind ?? (grammar >= minGrammar ? 'sentence' : null);
}

/** Letters, digits and commas, and at most one mark, at the end. A loop, since the pattern for it takes three times as long. */
function isPlain(line: string): boolean {
  const last = line.length - 1;
  for (let at = 0; at <= last; at++) {
    const code = line.charCodeAt(at);
    if (code >= 97 && code <= 122) continue;
    const isLetter = (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7);
    if (isLetter || code === space || code === apostrophe || code === comma || code === curlyApostrophe) continue;
    if (at === last && (code === 33 || code === 46 || code === 63)) continue;
    if (at > 0 && code >= 48 && code <= 57) continue;
    if (code !== hyphen || line.charCodeAt(at - 1) === space || line.charCodeAt(at + 1) === space) return false;
  }
  return true;
}

const [space, apostrophe, comma, hyphen, curlyApostrophe] = [0x20, 0x27, 0x2c, 0x2d, 0x2019];

// Sets of words that classify a text, without accents and apostrophes, as foldWords() returns them. Curators edit them in ../words/.
import { functionWords } from '../../labels/language/language.ts';
import { readWordGroups } from '../../labels/word-list.ts';
import { lazily } from '../../lib/async.ts';

const lists = [
  'dangling',
  'article',
  'preposition',
  'sentence',
  'person',
  'contraction',
  'question',
  'opening',
  'not_gerund',
  'greeting',
  'greeted',
  'opinion',
  'asking',
  'request',
  'request_pair',
  'title_kind',
  'production',
  'suspect',
] as const;

/** The comments in cleaning.tsv describe the use of each list. */
export const wordSets = lazily((): Readonly<Record<(typeof lists)[number], ReadonlySet<string>>> => {
  const words = readWordGroups('ingest/words/cleaning.tsv', 'list', lists);
  const sets = Object.fromEntries(lists.map((list) => [list, new Set(words[list])])) as Record<
    (typeof lists)[number],
    Set<string>
  >;
  return { ...sets, sentence: new Set([...Object.values(functionWords()).flat(), ...words.sentence]) };
});

/** Keyed by the first word of a pair, since joining every two words of a text would take longer than all other checks. */
const requestPairs = lazily(() => {
  const seconds = new Map<string, Set<string>>();
  for (const pair of wordSets().request_pair) {
    const [first = '', second = ''] = pair.split(' ');
    seconds.set(first, (seconds.get(first) ?? new Set()).add(second));
  }
  return seconds;
});

/** Whether two words ask for a reaction to the post: `tag someone`. */
export function isRequestPair(word: string, next = ''): boolean {
  const seconds = requestPairs().get(word);
  return seconds !== undefined && (seconds.has(next) || seconds.has(next.replace(/[^\p{L}\p{M}]+$/u, '')));
}

export function beginsRequestPair(word: string): boolean {
  return requestPairs().has(word);
}

// The words of a text in lower case, without accents and apostrophes.

const isAscii = /^[\x20-\x7e]*$/;
const apostrophes = /['’‘ʼ]/;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const asciiWord = /[a-z0-9]+/g;

let lastText = '';
let lastWords: readonly string[] = [];

/** `I'm` becomes two words, since `im` is another word in German. Cached, since several checks read the same text in turn. */
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

// Finds texts that a tool wrote because the post had none: `TikTok video #7671…`, `Video by name`, a URL.

const post = '(?:video|reel|reels|post|photo|clip|short|shorts|story|vídeo|vidéo|видео|видеозапись|動画|视频|視頻)';
const site =
  '(?:tiktok|instagram|facebook|youtube|twitter|x|snapchat|threads|reddit|douyin|kwai|vk|pinterest|linkedin)';
/** The words that TikTok puts before the name of the user whose comment a video replies to. */
export const replyTo =
  '(?:(?:in )?repl(?:y|ying|ied) to|rispondi a|(?:in )?risposta a|antwort (?:auf|an)|antwoord(?:en)? (?:aan|op)|réponse à|répondre à|en réponse à|respon(?:der|dendo|diendo) a|(?:em )?resposta a|(?:en )?respuesta a|odpowied[zź] (?:użytk\\.?|użytkownikowi|dla)|odpověď (?:uživateli|pro)|svar(?:ar)? (?:till|til|på)|răspuns (?:la|pentru)|ответ(?:ить)?(?: пользователю)?|відповідь(?: користувачу)?|membalas|balas(?:an)?(?: (?:kepada|untuk))?|trả lời|yanıtla|الرد على|回复|回覆|ตอบกลับ)';
const placeholders: readonly RegExp[] = [
  new RegExp(String.raw`^(?:${site}\s+)?${post}\s*(?:#|id|no\.?|№|:)?\s*[\w-]*\d{4,}[\w-]*$`, 'iu'),
  new RegExp(
    String.raw`^(?:an?\s+)?(?:(?:${site}\s+)?${post}\s+by|${site}\s+${post}\s+(?:from|of|von|de|da|di|door|от|av|oleh))\s+@?[\p{L}\p{N}._-]+(?:\s+[\p{L}\p{N}._-]+){0,2}(?:\s+on\s+${site})?$`,
    'iu',
  ),
  new RegExp(String.raw`^${site}(?:\s*[-–—|·:]?\s*(?:${post}|make your day|log in|login|watch))?$`, 'iu'),
  new RegExp(String.raw`^@?[\w.-]{1,30}\son\s${site}$`, 'iu'),
  /^(?:untitled|no title|no caption|n\/?a|nan|null|none|undefined|unknown|title|test|sans titre|sin título|sem título|ohne titel|senza titolo|zonder titel|без названия|無題|无标题|제목 없음)(?:\s*\(?#?\d*\)?)$/iu,
  // A reply whose mention or text is missing.
  new RegExp(String.raw`^${replyTo}(?:\s*@\S*)?[.:…]*$`, 'iu'),
  /^(?:private|deleted|removed|unavailable)\s+video$/i,
  /^\[(?:private|deleted|removed) video\]$/i,
  /^(?:img|vid|mvi|dsc|dscn|pxl|mov|gopr|screenrecording|screen recording|video|movie|clip)[\s_-]*[\d_-]{3,}(?:\.\w{2,4})?$/i,
  /^[\w-]+\.(?:mp4|mov|avi|mkv|webm|wmv)$/i,
  /^\d{6,}$/,
];
const url = /^(?:https?:\/\/|www\.)\S+$/i;

/** Why the text does not describe the video, and what to do; null if it is not a placeholder. */
export function findPlaceholder(text: string): string | null {
  if (text.length > 120) return null;
  if (url.test(text)) return 'the text is only a URL; map the column that holds the caption or the spoken line';
  if (!placeholders.some((pattern) => pattern.test(text))) return null;
  return `the text is a placeholder: "${text.slice(0, 60)}"; map the column that holds the caption or the spoken line`;
}

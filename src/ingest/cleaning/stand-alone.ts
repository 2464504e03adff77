// Decides whether a sentence can be read aloud as an opening line: it has enough words, words of a sentence, and is not only a greeting or
// credits.

import type { HookValues } from '../../db/hook-columns.ts';
import { foldWords, isRequestPair, wordSets } from './word-sets.ts';

/** `title`: headline of a video. Names and nouns alone are common there, so its checks are stricter. */
export type Wording = 'caption' | 'title';

export const minWords = 3;
const minLettersWithoutSpaces = 6;
const letter = /\p{L}/gu;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/** A cheap check, since credits have a colon, a name or one of these words. */
const mayBeCredits = /[:@©•–—-]|copyright|disclaimer|ingredient|rights|owned by|owner|infringement/i;
const credits =
  /^[^\p{L}]*(?:(?:video|photo|edit|song|music|audio|credits?|cr|dc|ib|via|repost|source|movie|film|location|outfit|look(?!\s+(?:at|under|behind|up|down|in|for|how|what)\b)|styled|styling|makeup|hair|dress|top|host|guest|pod|copyright|disclaimer|ingredients?|directed|produced|shot|filmed|credit|inspired|format|equipment|rest|rounds?|insta|instagram|snapchat|snap|youtube|tiktok)\b[^.!?]{0,24}[:@©•–—-]|[^\p{L}]*(?:copyright|disclaimer|all rights|ingredients)\b)|not owned by|respective owners?|content owner|no infringement|copyright/iu;
const greeting =
  /^[^\p{L}]*(?:hi|hii+|hey|hello|hallo|(?:xin )?chào|привет|всем привет|здравствуйте|добрый день|доброе утро|привіт|halo|hai|merhaba|selam|cześć|ahoj|hej|servus|moin|guten (?:tag|morgen|abend)|buen[oa]s (?:días|tardes|noches)|bo[ma] (?:dia|tarde|noite)|buongiorno|buonasera|olá|assalam\S*|नमस्ते|नमस्कार|हैलो|مرحبا|السلام عليكم|안녕\p{L}*|hola|salut|bonjour|ciao|ola|oi|namaste|happy|here you go|based on|شكر\p{L}*|спасибо|hbd|merry|good (?:morning|night|evening)|thank(?:s| you)|congrat\w*|we wish|welcome|welkom|gracias|merci|danke|obrigad[oa]|subh|shubh|eid|rip)(?![\p{L}\p{M}])/iu;
/** Greetings in scripts without spaces. */
const greetingAlone =
  /^\P{L}*(?:大家好|你好|哈[喽囉]|こんにちは|こんばんは|おはよう(?:ございます)?|皆さん|สวัสดี\S{0,6})\P{L}*$/u;
/** Asks the viewer to do something on the platform. */
const invitation = /^(?:save|share|send|read|rate|leave|tagg?|etiqueta|deel|comparte|guarda|partage|teile)$/;
/** An ingredient or a figure of a recipe, or a phone number. */
const listItem =
  /^\P{L}*(?:\+?\d{7,}|\d+(?:[.,/-]\d+)?\s?(?:g|gms?|kg|ml|l|tsp|tbsp|cups?|oz|lbs?|k?cals?|pieces|pcs)\b|(?:makes|serves|yields|ideal for)\b)|^\P{L}*[^.!?]{0,30}\b\d+\s?k?cals?\b/iu;
const mayBeListItem = /\d|^\P{L}*(?:makes|serves|yields|ideal)/iu;
/** A text wholly in brackets, or a short quotation. */
const enclosed = /^(?:\([^()]*\)|["“'‘«„「『][^"”»」』]{1,24}["”'’»“」』])[.!?]?$/u;
const request =
  /\b(?:links? in|in (?:my |the )?bio|full (?:video|vlog|episode)|(?:dm|tag|comment) (?:me|us|your|for|below|to)|subscribe|coming (?:soon|up|in)|on my (?:feed|page|channel|profile)|in the comments|ask me (?:anything|your|in)|please (?:give|follow|like|share|pay)|try it out|volg (?:me|mij|ons)|s[ií]gueme|go viral|for you ?page|please for you|(?:use|promo|discount) code|swipe up|vlog on|(?:new|latest) (?:\w+ )?(?:video|vlog|episode) (?:is )?(?:now )?(?:live|out|up)|(?:got the idea|inspired) (?:from|by)|respond(?:ing)? to|more here)\b|\b(?:instagram|insta|snapchat)\s*:|пожалуйста/iu;
const nonLatin = /[\u0370-\u1fff\u2c00-\ud7ff]/;
/** In French `comment` means "how". */
const isAskedToComment =
  /^\P{L}*comment\s+(?:(?:\S+\s){0,2}["“'‘]|(?:karo|karein|your|where|when|who|how|one|ur|u|some|something|more|other|here|only|all|so|please|pls|ideas?|names?|number|no|suggestions?|for|down|below|if|the|a|an|any|on|and|what|which|with|to|this|me|yes|link|below)\b)/iu;
/** A request to comment a word: `Comment GUIDE`. */
const isAskedForWord = /^\P{L}*(?:Comment|comment)\s+\p{Lu}{2,}(?!\p{L})/u;
const isQuestion = /[?？؟](?:["'”’»」』)\]!\s]|\p{Extended_Pictographic}|\ufe0f)*$/u;

/** Whether the sentence has enough words for a line; fewer are a name or a fragment. */
export function hasWords(sentence: string): boolean {
  if ((sentence.match(spaceless)?.length ?? 0) >= minLettersWithoutSpaces) return true;
  const { length } = foldWords(sentence);
  return length >= minWords || (length > 1 && isQuestion.test(sentence));
}

const dash = /\s[-–—]|[-–—]\s/u;
/** These titles give scores, dates, places, guests, songs or parts of a series. */
const ofSeries =
  /\s(?:by|vs?\.?|versus)\s|\bw\/|\d\s?[-–]\s?\d|\d[/.]\d+[/.]\d|\/\/|\s\/\s|^['"‘“📍]|#\d+$|:\s*$|\b(?:live|4k|recap|special|poster|version|season|serial|songs?|rhymes?|ad)\b/iu;

const emoji = /^[\p{Extended_Pictographic}\ufe0f\s]+|[\p{Extended_Pictographic}\ufe0f\s]+$/gu;

/**
 * Accepts `The only wild monkeys in Europe` and `Blind people describe racism`, but not names, which have no small words, nor parts of a
 * series.
 */
export function isPhrase(sentence: string): boolean {
  const words = foldWords(sentence);
  if (words.length <= minWords || isAside(sentence, words) || isKind(sentence) || asksForOpinion(sentence))
    return false;
  if (
    (dash.test(sentence) && !goesOnAfterDash.test(sentence)) ||
    ofSeries.test(sentence) ||
    withGuest.test(sentence) ||
    headline.test(sentence) ||
    words.some((word) => wordSets().production.has(word))
  )
    return false;
  return !isNamed(sentence.replace(emoji, '')) || words.some((word) => wordSets().sentence.has(word));
}

export function standsAlone(sentence: string, wording: Wording): boolean {
  const spacelessCount = nonLatin.test(sentence) ? (sentence.match(spaceless)?.length ?? 0) : 0;
  if (spacelessCount > 0 && spacelessCount * 2 > (sentence.match(letter)?.length ?? 0))
    return withoutSpaces(sentence, spacelessCount, wording);
  const words = foldWords(sentence);
  if (words.length < 2 || isAside(sentence, words) || asksForOpinion(sentence) || endsInMiddle(sentence, words))
    return false;
  if (words.length < minWords)
    return wording === 'caption' && isQuestion.test(sentence) && words.some((word) => wordSets().sentence.has(word));
  if (wording === 'title') return isTitleOfOneLine(sentence, words) && isOpening(sentence, words);
  if (isOpening(sentence, words)) return true;
  if (nonLatin.test(sentence)) return true;
  return words.filter((word) => wordSets().sentence.has(word)).length >= 2;
}

/** Whether the part after a name begins with a question: `Why …`. */
export function beginsWithQuestion(sentence: string): boolean {
  const words = foldWords(sentence);
  return words.length > minWords && wordSets().question.has(words[0] ?? '');
}

/** Whether the last word is an article, a possessive or a conjunction, and no mark follows. In Vietnamese `ạ` is polite. */
export function endsInMiddle(sentence: string, words = foldWords(sentence)): boolean {
  return wordSets().dangling.has(words.at(-1) ?? '') && !/[.!?。！？"'”’)\]]$|ạ\P{L}*$/u.test(sentence);
}

/** A clause ends before a comma or a conjunction. */
const clauseEnd =
  /,\s|\s(?=(?:and|but|so|because|then|und|aber|weil|y|pero|porque|et|mais|e|mas|ma|en|maar|и|но|а|потому)\s)/giu;

/** The first clause of speech without punctuation that can stand alone, or null. */
export function firstClause(speech: string): string | null {
  for (const { index } of speech.matchAll(clauseEnd)) {
    const clause = speech.slice(0, index);
    if (foldWords(clause).length > minWords && standsAlone(clause, 'caption')) return clause;
  }
  return null;
}

function withoutSpaces(sentence: string, letters: number, wording: Wording): boolean {
  if (letters < minLettersWithoutSpaces || greetingAlone.test(sentence)) return false;
  return wording === 'caption' || /[?？!！。]$|私|僕|俺|あなた|我|你|您|この|これ|这|這/u.test(sentence);
}

/** A contrast is one sentence: `… is not just A - it is B`. */
export const isContrast =
  /(?<!\p{L})(?:not (?:just|only|about|merely|simply)|(?:is|are|was|were|do|does)n['’]t|nicht nur|no (?:es )?s[oó]lo|no es|n['’]est pas|non è)(?!\p{L})/iu;

/** A sentence that continues after a dash: `The oven -- and how to use it`. A name would begin with a capital. */
export const goesOnAfterDash = /^[^-–—]*\s(?:--|[-–—])\s\p{Ll}[\p{Ll}'’]*\s/u;

const announcing = /^(?:pov|confession|fact|warning|reminder|this|here|heres|how|why|what|i)$/;

/** A headline may name the speaker, `Name: …`, or quote somebody; it may not have two parts. */
function isTitleOfOneLine(sentence: string, words: readonly string[]): boolean {
  const [first = ''] = words;
  const asks = wordSets().question.has(first);
  if (!asks && words.length < 5 && !addressed.test(words.join(' ')) && isNamed(sentence)) return false;
  if (asks && words.length < 4 && !isQuestion.test(sentence) && !speaksFirst(words) && words[1] !== 'to') return false;
  if (
    (dash.test(sentence) && !isContrast.test(sentence) && !goesOnAfterDash.test(sentence)) ||
    /\bw\/|^\P{L}*…/u.test(sentence)
  )
    return false;
  if (headline.test(sentence) || /\s\/\s.*\s\/\s/.test(sentence)) return false;
  if (!asks && !wordSets().article.has(first) && !isQuestion.test(sentence) && withGuest.test(sentence)) return false;
  if (!asks && isKind(sentence) && !/^(?:i|this|these|\S+ing)$/.test(first)) return false;
  if (vague.test(first) && (words.length < 6 || words.at(-1) === 'ever')) return false;
  return !/^[^:?!]{2,80}:\s/.test(sentence) || announcing.test(first);
}

/** Whether the title ends with its kind: `Winter Bread Tutorial (easy)`. */
function isKind(sentence: string): boolean {
  return foldWords(sentence.replace(/\s[([].*$|\s?:.*$/u, '').replace(/\s\d{4}\P{L}*$/u, ''))
    .slice(-1)
    .some((word) => wordSets().title_kind.has(word));
}

/** Words that begin names as often as sentences: `Every Bakery Ever`, `Das Ende der Welt`. */
export const vague = /^(?:every|das|als|all)$/;
/** Headlines: `Watch Ada Bake`, `IT scores`, `The bakery is back`. */
const headline =
  /^\P{L}*bonus\s|^(?:make|try|know|look|turn|stop)-\p{L}|^Watch\s(?!(?:me|us|my|our|your|this|these|the|how|what|as|a|it|if|out|till|until)\b)|\b(?:is|are)\sback\P{L}*$/iu;
/** A text that addresses somebody is not a name. */
const addressed = /^(?:this|you|i|stop|\S+ing)\s|\b(?:my|your)\b/;
/** A guest: `… with Ada Moll`. */
const withGuest =
  /\s(?:[Ww]ith|mit|avec|con)\s(?!(?:My|The|A|An|Your|Our|No|His|Her|Their|This|These|Mein|Mon|Ma)\s)\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+(?:\s(?:and|und|et|y|&)\s\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?)?\P{L}*$/u;

/** Whether each word has a capital and no mark follows: `Call It A Day`. */
export function isNamed(sentence: string): boolean {
  return (
    /\p{Ll}/u.test(sentence) &&
    sentence.split(' ').every((word) => /^\P{L}*\p{Lu}/u.test(word)) &&
    !/[!?.…]\P{L}*$/u.test(sentence)
  );
}

/** Whether the sentence is a greeting, credits, or a request. */
export function isAside(sentence: string, words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (invitation.test(first) && words.length < 8 && (first === 'rate' || !/\d/.test(sentence))) return true;
  if (
    /^\P{L}*(?:[&+]|(?:туториал|tutorial|обзор|рецепт)\s)|\p{L}\s\[[^\]]*\]\s*\p{L}/iu.test(sentence) ||
    (/[#＃@]/.test(sentence) && countTags(sentence) > 1)
  )
    return true;
  if ((words.length < 6 && words.includes('follow')) || /\svs\.?\s.*\svs\.?\s/i.test(sentence)) return true;
  if (isRequest(words) || /\p{L}_+\p{L}/u.test(sentence)) return true;
  if ((mayBeListItem.test(sentence) && listItem.test(sentence)) || enclosed.test(sentence)) return true;
  if (first === 'comment' && (isAskedToComment.test(sentence) || isAskedForWord.test(sentence))) return true;
  if (wordSets().asking.has(first) && !/^(?:like|share|register|tag)$/.test(first)) return true;
  if (wordSets().asking.has(first) && (words.length < 6 || second === 'this' || second === 'and')) return true;
  if ((words.length < 8 || /^\P{L}*(?:thank|we wish)/iu.test(sentence)) && greeting.test(sentence)) return true;
  if (mayBeCredits.test(sentence) && credits.test(sentence)) return true;
  return (words.length <= 12 && request.test(sentence)) || /^p\.?p?\.?s\b/i.test(sentence);
}

/** Whether the sentence asks for an opinion without a topic: `What do you think?`, `Which one?`. */
export function asksForOpinion(sentence: string): boolean {
  if (sentence.length > 40 || !isQuestion.test(sentence)) return false;
  const { sentence: grammar, question, person, opinion } = wordSets();
  const words = foldWords(sentence);
  const isKnown = (word: string) => [grammar, question, person, opinion].some((known) => known.has(word));
  return (words.length < minWords || words.some((word) => opinion.has(word))) && words.every(isKnown);
}

/** Whether the sentence only greets, so that the next one is the opening line: `Hello everyone`. */
export function isGreetingAlone(sentence: string): boolean {
  const found = greeting.exec(sentence);
  if (found === null) return greetingAlone.test(sentence);
  return foldWords(sentence.slice(found[0].length)).every((word) => wordSets().greeted.has(word));
}

function countTags(sentence: string): number {
  return sentence.match(/[#＃@]\p{L}|\p{L}{2}[#＃]/gu)?.length ?? 0;
}

/** Whether the words ask for a reaction to the post, in any language. */
function isRequest(words: readonly string[]): boolean {
  return (
    words.length <= 40 && words.some((word, at) => wordSets().request.has(word) || isRequestPair(word, words[at + 1]))
  );
}

function isOpening(sentence: string, words: readonly string[]): boolean {
  const [first = ''] = words;
  if (words.some((word) => wordSets().production.has(word)) || /\bvs?\b/.test(words.join(' '))) return false;
  if (wordSets().question.has(first) || isQuestion.test(sentence)) return true;
  if (words.length > minWords || /[!.]\P{L}*$/u.test(sentence) || wordSets().person.has(first) || first === 'every') {
    if (wordSets().opening.has(first) || speaksFirst(words)) return true;
  }
  return isGerund(sentence, words) || isList(words);
}

/** Checks only the start of a headline, since a later person is often someone else: `A says we need more`. */
function speaksFirst(words: readonly string[]): boolean {
  const at = words.findIndex((word) => wordSets().person.has(word));
  return (
    at >= 0 &&
    (at < 3 ||
      (at < 8 && wordSets().article.has(words[0] ?? '') && /^you/.test(words[at] ?? '') && words[at - 1] !== 'of'))
  );
}

/** Whether the sentence begins with a gerund: `Turning an egg into a bouncy ball`. */
function isGerund(sentence: string, words: readonly string[]): boolean {
  const [first = ''] = words;
  if (!/^[a-z]{2,}ing$/.test(first) || wordSets().not_gerund.has(first) || /^\S+ing \S+,/i.test(sentence)) return false;
  if (words.length >= minWords && (/[!.]\P{L}*$/u.test(sentence) || words.some((word) => wordSets().person.has(word))))
    return true;
  return words.length >= 4 && words.some((word) => wordSets().sentence.has(word));
}

/** Whether the words name a list: `3 levels of ramen`, `Top 10 mistakes`. */
function isList(words: readonly string[]): boolean {
  const at = words[0] === 'top' ? 1 : 0;
  const count = Number(words[at]);
  if (!(count >= 2 && (count <= 31 || count === 50 || count === 100)) || words.length < 3) return false;
  return words.slice(at + 1, at + 6).some((word) => /^[a-z]{3,}s$/.test(word));
}

// Finds productions whose titles are not opening lines: trailers, music videos, matches, lyrics.

type ReviewReason = NonNullable<HookValues<Date>['review_reason']>;

const musicVideo =
  /\b(?:official|officiel(?:le)?|oficial|ufficiale|offizielles?|resmi)[\s-]+(?:\w+[\s-]+){0,3}?(?:video|vid[eé]o|audio|clip|visuali[sz]er|mv)\b|\b(?:video|vid[eé]o|audio|clip|klip|mv)\s+(?:oficial|officiel(?:le)?|ufficiale|oficjalny|resmi|clip officiel)\b|\b(?:music|lyrics?|visual|full|new|latest|animated)\s+(?:video|audio)\b(?=\s*(?:[)\]|]|song|$))|[([]\s*(?:audio|m\/?v|visuali[sz]er|clip|live|remix|acoustic|cover)\s*[)\]]|\bm\/v\b|\bMV\b|\bvideo songs?\b|\bfull (?:video )?songs?\b|\(?\bprod\.?\s+(?:by|\w)|\bremix\b|[([][^)\]]*\b(?:audio|video)\s*[)\]]/iu;
const lyrics = /[([]\s*(?:with\s+)?(?:lyrics?|letra|paroles|liedtext|testo)(?:\s*\/[^)\]]*)?\s*[)\]]|\blyrics?$|[♪♫]/iu;
const trailer =
  /\b(?:trailers?|teasers?|tr[aá]iler|bande[\s-]annonce|fragman[ıi]?|zwiastun|трейлер|sneak peek|official clip|tv spot|first look teaser|promo)\b|ट्रेलर|예고|予告/iu;
const officialTrailer = /\bofficial\s+(?:\w+\s+)?(?:trailer|teaser)\b/i;
/** A sentence about a trailer is not the title of one. */
const spokenOf = /\b(?:an?|my|your|our|his|her|their|this)\s+(?:\w+\s+)?(?:trailers?|teasers?)\b/iu;
const match =
  /\b\d{1,3}\s?[-–:]\s?\d{1,3}\b(?=\D*$|[^a-z]*[|(•-])|\b(?:extended |match |game |full |race |qualifying |fight )?highlights?\b|\bfull (?:match|game|fight|race)\b|\br[ée]sum[ée]n?\b.*[-–:]|\b(?:matchday|spieltag|grand prix|quarter-?final|semi-?final|post[- ]?(?:game|match)|press conference|pressekonferenz)\b|\b(?:ufc|wwe|nfl|nba|mlb|nhl|ipl)\s+\d+/iu;
const versus = /^[^?]{2,60}\s(?:vs?\.?|versus|x|gegen|contre|contra)\s[^?]{2,}/iu;
/** A word of a name: capitals, numbers, marks, and the small words between. */
const ofName = /^(?:\P{Ll}+|\p{Lu}\S*|of|the|and|de|la|du|des|x|vs?\.?)$/u;

/** A cheap check, since every pattern needs one of these. */
const mayBeProduction =
  /[♪♫([]|\d\s?[-–:]\s?\d|offi|ofici|ufficia|lyric|letra|paroles|video|vid[eé]o|audio|clip|klip|\bmv\b|m\/v|remix|prod|song|trail|teas|tr[aá]iler|annonce|fragman|zwiastun|трейлер|peek|spot|promo|ट्रेलर|예고|予告|highlight|r[ée]sum|match|full game|nba|nfl|ufc|spieltag|prix|final|conferen|konferenz|\svs?\.?\s|versus|\sx\s|gegen|contr/iu;

/**
 * The kind of production that the title names, or null. A sentence may mention a match or a trailer; a headline names one. `niche`: the
 * value of the source.
 */
export function findProduction(title: string, wording: Wording, niche: string | null): ReviewReason | null {
  if (!mayBeProduction.test(title)) return null;
  if (lyrics.test(title)) return 'lyrics';
  if (musicVideo.test(title)) return 'music_video';
  if (wording === 'caption') return officialTrailer.test(title) ? 'trailer' : null;
  if (trailer.test(title) && !spokenOf.test(title)) return 'trailer';
  if (
    match.test(title) &&
    (niche === 'sports' || isVersus(title) || /highlights|r[ée]sum|grand prix|spieltag/iu.test(title))
  )
    return 'match_title';
  if (isVersus(title) && (niche === 'sports' || niche === 'gaming')) return 'match_title';
  return null;
}

function isVersus(title: string): boolean {
  const found = versus.exec(title);
  return found?.[0].split(/\s+/).every((word) => word === '' || ofName.test(word)) ?? false;
}

// Splits a text into sentences: Intl.Segmenter, corrected for abbreviations, initials, list numbers, quotations and lower case.

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const mark = '[.!?。！？｡؟۔।॥։።‼⁇⁈⁉]';
/** A mark with more text after it. The segmenter is slow, and most opening lines have no such mark. */
const inner = new RegExp(
  String.raw`[\n\r\u2028\u2029]|${mark}["'”’»」』)\]]*\s+\S|[。！？｡।॥]\S|\p{Extended_Pictographic}[\ufe0f\u200d\s]*\s\p{Lu}`,
  'u',
);
const asciiInner = /[.!?]["')\]]*\s+\S|[\n\r]/;
const isAscii = /^[\x00-\x7e]*$/;
/** An ellipsis does not end a sentence. */
const ended = new RegExp(String.raw`(?<!\.\.?)${mark}["'”’»」』)\]]*\s*$`, 'u');
/** A title belongs to the word before it, whatever comes next. */
const title =
  /(?<![\p{L}\p{N}])(?:mr|mrs|ms|mx|dr|prof|st|mt|gen|col|sgt|capt|lt|rev|gov|sen|rep|vs|e\.?g|i\.?e|feat|ft|approx|fig|vol|sra?|srta|dra|mme|mlle|bzw|ca|nr|z\.b|d\.h|u\.a|p\.ej)\.\s*$/iu;
/** An abbreviation belongs to the word before it, unless the next word only begins sentences: `5 p.m. Then`, `Vitamin C. It`. */
const abbreviation = /(?<![\p{L}\p{N}])(?:(?!I\.)\p{Lu}|(?:\p{L}\.)+\p{L}|etc|inc|ltd|co|corp|jr|no|usw|ecc)\.\s*$/iu;
const starter =
  /^["'“‘(]?(?:It|It[’']s|The|This|That|These|Those|Then|There|They|He|She|We|You|Your|My|Our|And|But|So|If|When|What|Why|How|Who|Where|Now|Not|Yes|Here|In|On|At|As|After|Before|For|Because|Is|Are|Do|Did|Can|Just|Also|Next|Never|Always|I|I[’']\w+|Don[’']t|Es|Der|Die|Das|Ich|Wir|Und|Aber|Dann|El|La|Los|Las|Pero|Luego|Il|Le|Les|Je|Nous|Et|Mais|Puis|Eu|Mas|Depois|Het|De|Ik|Dan)(?!\p{L})/u;
/** `(रज़ि.)` belongs to the word before it. */
const bracketedAbbreviation = /\([\p{L}\p{M}]{1,8}\.\)\s*$/u;
/** A number at the start of an item: `1. Boil the water`. */
const listNumber = /^\s*\d{1,3}\.\s*$/;
const quoted = /["'”’»」』]\s*$/u;
/** Emoji after three words end a sentence of a caption, if the next word has a capital. */
const emojiEnd =
  /(?<=(?:\S+\s+){2}[^\s\p{Extended_Pictographic}]+\s*(?:\p{Extended_Pictographic}[\ufe0f\u200d\u{1f3fb}-\u{1f3ff}]*)+)\s+(?=\p{Lu}\p{Ll}*\s)/u;

/** The end of a sentence decides; patterns would try every position of a long one. */
const lookBehind = 40;

/** The sentences of a text, trimmed. Line breaks end sentences, ellipses do not. */
export function splitSentences(text: string): string[] {
  if (!(isAscii.test(text) ? asciiInner : inner).test(text)) return [text.trim()];
  // A full stop before a lower-case letter does not end a sentence, unless the whole text is in lower case.
  const upperCase = text.toUpperCase();
  const isLowerCase = text === text.toLowerCase() && upperCase.length === text.length;
  const sentences: string[] = [];
  let start = 0;
  for (const { index, segment } of segmenter.segment(isLowerCase ? upperCase : text)) {
    const end = index + segment.length;
    if (
      end < text.length &&
      !isOver(text.slice(Math.max(start, end - lookBehind), end), text.slice(end, end + 20), isLowerCase)
    )
      continue;
    const sentence = text.slice(start, end).trim();
    start = end;
    if (sentence !== '') sentences.push(...splitAtEmoji(sentence));
  }
  return sentences;
}

/** The first sentence of the first line that has a word. */
export function firstSentence(text: string): string {
  return splitSentences(text).find((sentence) => /[\p{L}\p{N}]/u.test(sentence)) ?? text.trim();
}

function isOver(sentence: string, next: string, isLowerCase: boolean): boolean {
  if (/[\n\r\u2028\u2029]\s*$/.test(sentence)) return true;
  if (!ended.test(sentence) || title.test(sentence) || listNumber.test(sentence)) return false;
  if (!isLowerCase && quoted.test(sentence) && /^\p{Ll}/u.test(next)) return false;
  return !(abbreviation.test(sentence) || bracketedAbbreviation.test(sentence)) || starter.test(next);
}

function splitAtEmoji(sentence: string): string[] {
  return sentence === sentence.toUpperCase() ? [sentence] : sentence.split(emojiEnd);
}

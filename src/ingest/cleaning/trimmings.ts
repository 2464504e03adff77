// Removes what platforms, channels and players put around a title: replies, brackets with technical notes, guests, channel names.

const reply =
  /(?:^|\s)(?:(?:reply(?:ing)? to|rispondi a|antwort auf|antwoord(?:en)? (?:aan|op)|réponse à|répondre à|respon(?:der|dendo) a|respuesta a|odpowiedz użytk\.?|ответ(?:ить)?(?: пользователю)?|membalas|yanıtla|الرد على)\s+@\S+|[#＃](?:dueto?|d[uú]o|stitch)(?:\s+(?:with|met|mit|avec|con|com|de|do|bersama))?\s*@\S+)[\s|:,.-]*/giu;
/** What names the author of an idea or a sound, left without the mention: `ib:`, `dc:`. */
const looseCredit = /\s+\(?(?:ib|dc|ic|cr|ac|vc|pc|via|by|insta|ig|ft|w)\s*(?:[:/]\s*@?[\w.]*)?\)?$/iu;
/** The description of an Instagram page: `name on May 1, 2026: "caption".` */
const pageDescription = /^[\w.]+ on \p{L}+ \d{1,2}, \d{4}:\s*["“](.*?)["”]?\.?\s*$/su;
const notes =
  /\s*[([{【]\s*(?:[^()[\]{}【】]*\b(?:official|officiel|oficial|offizielles?|lyrics?|audio|video|vid[eé]o|clip|hd|hq|uhd|4k|8k|1080p|720p|60fps|full|live|mv|m\/v|remaster(?:ed)?|ft|feat|featuring|w|prod|with|subs?|subtitles?|sub español|eng sub|not clickbait|gone wrong|gone sexual|must watch|reupload|re-?upload|explicit|clean|insta|instagram|ig|snap|reddit|hbo|tbs|cnet news|(?:video)?beschreibung|description|infobox|barre d'infos?)\b[^()[\]{}【】]*|@[\w.]+|(?:19|20)\d\d|\p{L}+ #\d+|new|ad|spoilers?|très drôle)\s*[)\]}】]/giu;
const guests = /\s+(?:\(?(?:ft|feat)\.?|featuring)\s+[^|()[\]–—?!]+(?=$|[|()[\]–—?!])/giu;
const edges = /^[\s|｜·•,;:/\\>~=_–—-]+(?!\d)|[\s|｜·•,;/\\<~=_–—-]+$/gu;
/** Cheap: `edges` tries every space of a text. */
const mayHaveEdges = /^[\s|｜·•,;:/\\>~=_–—-]|[\s|｜·•,;/\\<~=_–—-]$/;
/** A bracket that a removed mention or hashtag left open. */
const unclosed = /\s+[([][^()[\]]*$/;
const episodeNumber = /^(?:\[\d+\]|\(\d+\)|#\d+)\s+/;
const emptyBrackets = /\s*(?:\(\s*\)|\[\s*\])/g;

/** What a reply, a duet or a page puts before the caption is removed. */
export function stripReply(line: string): string {
  if (!/[@:]/.test(line)) return line.trim();
  return pageDescription.exec(line)?.[1] ?? line.replace(reply, ' ').trim();
}

/** `Name - title`, `title | Name` and `title by Name` without the creator's name, which may end in VEVO or Official. */
export function stripTrimmings(title: string, creator: string | null): string {
  let text = title;
  if (/[([{【]/.test(text)) text = text.replace(notes, '').replace(emptyBrackets, '');
  if (/\s\(?f(?:ea)?t|featuring/i.test(text)) text = text.replace(guests, '');
  if (creator !== null && /[|｜⎮│:•·…]|\.\.|\s[-–—]/.test(text)) text = stripCreator(text, creator);
  return stripEdges(text.replace(unclosed, '').replace(episodeNumber, '')).replace(looseCredit, '');
}

export function stripEdges(text: string): string {
  return mayHaveEdges.test(text) ? text.replace(edges, '') : text;
}

/** Two-sided: a dash, a pipe or a colon stands between the name and the rest. */
function stripCreator(text: string, creator: string): string {
  const name = foldName(creator);
  if (name.length < 3) return text;
  const parts = text.split(/(\s+[-–—•·:]\s+|\s*[|｜⎮│]+\s*|:\s+|\s*(?:\.{2,}|…)\s*)/u);
  if (parts.length < 3) return text;
  if (foldName(parts.at(-1) ?? '') === name) return parts.slice(0, -2).join('');
  return text;
}

/** Whether the title is `Creator - title`, as songs are named. */
export function beginsWithCreator(title: string, creator: string | null): boolean {
  const dash = title.search(/\s+[-–—]\s+|\s*[–—]\s*/u);
  if (creator === null || dash < 2) return false;
  const [name, start] = [foldName(creator), foldName(title.slice(0, dash).replace(guests, ''))];
  return (
    name.length > 1 &&
    (start === name || (start.startsWith(name) && /\s(?:[x&,+]|ft|feat|and)\s?/i.test(title.slice(0, dash))))
  );
}

function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/vevo$|\b(?:official|music|tv|channel|band)\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

// Ranks the caption files beside an info.json by name.

/** `language`: a code of two or three letters, or null if the name has none. */
type CaptionFile = { name: string; language: string | null };

/** The caption files of the video `stem`, best first. `names` must be sorted. */
export function captionsBeside(
  stem: string,
  names: readonly string[],
  info: Readonly<Record<string, unknown>>,
): CaptionFile[] {
  const prefix = `${stem}.`;
  const found: { name: string; tag: string; rank: number }[] = [];
  const spoken = spokenLanguage(info);
  for (let at = lowerBound(names, prefix); ; at++) {
    const name = names[at];
    if (!name?.startsWith(prefix)) break;
    const match = /^(?:([\w-]{1,40})\.)?(vtt|srt)$/.exec(name.slice(prefix.length));
    if (match === null) continue;
    const [, tag = '', extension] = match;
    // `talk.en.vtt` may belong to the video `talk.en` instead.
    if (tag !== '' && has(names, `${prefix}${tag}.info.json`)) continue;
    found.push({ name, tag, rank: rankOf(tag, spoken, info) + (extension === 'vtt' ? 0 : 1) });
  }
  found.sort((a, b) => a.rank - b.rank);
  return found.map(({ name, tag }) => ({ name, language: languageOf(tag) }));
}

/** Lower is better: in the spoken language, written by hand, original rather than translated. */
function rankOf(tag: string, spoken: string | null, info: Readonly<Record<string, unknown>>): number {
  const language = languageOf(tag);
  const isOther = language !== null && spoken !== null && language !== spoken;
  const isUnsure = language === null || spoken === null;
  const isAutomatic = !hasMember(info.subtitles, tag) && hasMember(info.automatic_captions, tag);
  const isExact = tag === info.language || tag.endsWith('-orig');
  return (isOther ? 32 : 0) + (isUnsure ? 16 : 0) + (isAutomatic ? 8 : 0) + (isExact ? 0 : 4);
}

/** The language in the info.json, else that of the automatic captions that YouTube marks as original. */
function spokenLanguage({ language, automatic_captions: automatic }: Readonly<Record<string, unknown>>): string | null {
  const stated = languageOf(language);
  if (stated !== null || typeof automatic !== 'object' || automatic === null) return stated;
  return languageOf(Object.keys(automatic).find((tag) => tag.endsWith('-orig')));
}

/** `en-US`, `en-orig` and `eng` are `en`. */
export function languageOf(tag: unknown): string | null {
  const code = typeof tag === 'string' ? /^[a-z]{2,3}(?=[-_]|$)/i.exec(tag)?.[0].toLowerCase() : undefined;
  if (code === undefined || ['und', 'mul', 'zxx', 'mis'].includes(code)) return null;
  return Intl.getCanonicalLocales(code)[0] ?? null;
}

function hasMember(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function has(names: readonly string[], name: string): boolean {
  return names[lowerBound(names, name)] === name;
}

/** Index of the first name that is not less than `name`. */
function lowerBound(names: readonly string[], name: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

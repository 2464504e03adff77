// Language tags (BCP 47), reduced to the language, script and region of a language that exists.

/** Longest tag that RFC 5646 asks programs to accept. */
const maxLanguageLength = 35;

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `EN_us` → `en-US`. Variants and extensions are dropped. Undefined for a text that is no tag, or of an unknown language. */
export function canonicalLanguage(text: string): string | undefined {
  const tag = text.replaceAll('_', '-');
  if (tag.length > maxLanguageLength || !/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined;
  try {
    const { language, script, region } = new Intl.Locale(tag);
    return names.of(language) === undefined ? undefined : [language, script, region].filter(Boolean).join('-');
  } catch {
    return undefined;
  }
}

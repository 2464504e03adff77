// Text of other programs and servers, in the form that PostgreSQL stores: neither text nor jsonb has NUL, and jsonb has no half characters.

/** On one line, without control characters; half a surrogate pair becomes U+FFFD. */
export function storableText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
}

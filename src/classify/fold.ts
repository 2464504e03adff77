// The form in which lines are compared with rules: lower case, no accents, straight quotes.

export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^[\x20-\x7e]*$/.test(lower)) return lower;
  return lower
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[“”]/g, '"')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .trim();
}

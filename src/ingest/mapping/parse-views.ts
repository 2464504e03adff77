// Parses counts (views, likes) as sources write them, exactly.

/** Powers of ten. */
const scales: ReadonlyMap<string, number> = new Map([
  ['k', 3],
  ['thousand', 3],
  ['m', 6],
  ['mn', 6],
  ['mio', 6],
  ['million', 6],
  ['b', 9],
  ['bn', 9],
  ['billion', 9],
]);

const grouped = /^[1-9]\d{0,2}(?:([, '’\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*$/;
/** Indian grouping: 1,23,45,678. */
const groupedByTwo = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;
/** Two or more groups: a single group of three after a dot may be a fraction. */
const groupedByDots = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
const scaled = /^(\d+)(?:\.(\d+)|,(\d{1,2}))?\s?(k|thousand|m|mn|mio|million|b|bn|billion)$/i;

/** Null if absent; `invalid` if not a whole number from 0 to 2^53-1. */
export function parseCount(value: unknown): number | null | 'invalid' {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value + 0 : 'invalid';
  if (typeof value !== 'string') return 'invalid';
  if (/^\d{1,15}$/.test(value)) return Number(value);
  if (value.length > 60) return 'invalid';
  const text = value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
    .replace(/\s?(views|plays)$/i, '');
  if (text === '') return null;
  return parseText(text);
}

function parseText(text: string): number | 'invalid' {
  if (/^\d+$/.test(text)) return exact(text);
  // pandas writes columns with gaps as floats: 1943013.0 is a whole number.
  if (/^\d+\.0{1,2}$/.test(text)) return exact(text.slice(0, text.indexOf('.')));
  if (grouped.test(text) || groupedByTwo.test(text) || groupedByDots.test(text)) return exact(text.replace(/\D/g, ''));
  const match = scaled.exec(text);
  if (match === null) return 'invalid';
  const [, whole = '', afterDot, afterComma, unit = ''] = match;
  const fraction = (afterDot ?? afterComma ?? '').replace(/0+$/, '');
  const zeros = (scales.get(unit.toLowerCase()) ?? 0) - fraction.length;
  return zeros < 0 ? 'invalid' : exact(whole + fraction + '0'.repeat(zeros));
}

function exact(digits: string): number | 'invalid' {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : 'invalid';
}

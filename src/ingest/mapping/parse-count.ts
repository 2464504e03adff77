// Parses counts (views, likes) as sources write them, exactly.
import { isCounted, isLinking, powerOf } from '../cleaning/figure-words.ts';
import { isNothing } from './mapping.ts';

const grouped = /^[1-9]\d{0,2}(?:([,'’\s])\d{3})(?:\1\d{3})*$/;
/** Indian grouping: 1,23,45,678. */
const groupedByTwo = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;
/** A dot is not a decimal point here, since fractions of a view do not exist. */
const groupedByDots = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const scaled = /^(\d+)(?:\.(\d+)|,(\d{1,2}))?$/;
const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** The figure with the words before and after it. */
const withWords =
  /^([\p{L}\p{M}][\p{L}\p{M}\s]*)?[:：]?\s*[~≈>]?\s*(\d(?:[\d.,'’\s]*\d)?)\s*\+?\s*([\p{L}\p{M}][\p{L}\p{M}.\s]*)?\+?$/u;

/** Null if absent; `invalid` unless it is a whole number from 0 to 2^53-1. */
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
    .replace(/\s/g, ' ');
  return isNothing(text) ? null : parseText(text);
}

function parseText(text: string): number | 'invalid' {
  const power = scientific.exec(text);
  if (power !== null) return scale(power[1] ?? '', power[2] ?? '', Number(power[3]));
  const [, before = '', figure = '', after = ''] = withWords.exec(text) ?? [];
  const words = `${before} ${after}`.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length === 0) return parseFigure(figure);
  const powers: number[] = [];
  for (const word of words) {
    const found = powerOf(word);
    if (found !== null) powers.push(found);
    else if (!isCounted(word) && !isLinking(word)) return 'invalid';
  }
  if (powers.length === 0) return parseFigure(figure);
  const [, whole = '', afterDot, afterComma] = scaled.exec(figure) ?? [];
  const fraction = afterDot ?? afterComma ?? '';
  return whole === ''
    ? 'invalid'
    : scale(
        whole,
        fraction,
        powers.reduce((sum, one) => sum + one),
      );
}

function parseFigure(text: string): number | 'invalid' {
  if (/^\d+$/.test(text)) return exact(text);
  // pandas writes columns with gaps as floats: 1943013.0 is a whole number.
  const whole = text.replace(/[.,]0{1,2}$/, '');
  if (/^\d+$/.test(whole)) return exact(whole);
  const isGrouped = grouped.test(whole) || groupedByTwo.test(whole) || groupedByDots.test(whole);
  return isGrouped ? exact(whole.replace(/\D/g, '')) : 'invalid';
}

function scale(whole: string, decimals: string, power: number): number | 'invalid' {
  const fraction = decimals.replace(/0+$/, '');
  const zeros = power - fraction.length;
  return zeros < 0 ? 'invalid' : exact(whole + fraction + '0'.repeat(zeros));
}

function exact(digits: string): number | 'invalid' {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : 'invalid';
}

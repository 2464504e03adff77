// Reads the fields of the source video: id, URL, creator, duration. An invalid value becomes null and never rejects the record.
import { cleanText } from '../../lib/clean-text.ts';

const maxIdLength = 200;
const maxNameLength = 200;
const maxUrlLength = 2048;

/** Ids are strings, since they may have 19 digits. A number beyond 2^53 has lost digits and is ignored. */
export function readSourceId(given: unknown): string | null {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? String(given) : null;
  if (typeof given !== 'string') return null;
  const id = cleanText(given);
  return id !== '' && id.length <= maxIdLength ? id : null;
}

export function readUrl(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > maxUrlLength) return null;
  const url = given.trim();
  return /^https?:\/\/[^\s"<>\\]+$/i.test(url) && URL.canParse(url) ? url : null;
}

export function readCreator(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > maxNameLength) return null;
  return cleanText(given).replace(/^@+/, '').trim() || null;
}

const clockTime = /^(?:(?<h>\d{1,3}):)?(?<m>\d{1,2}):(?<s>\d{2})$/;
const isoDuration = /^P(?=.*\d)(?:(?<d>\d{1,5})D)?(?:T(?:(?<h>\d+)H)?(?:(?<m>\d+)M)?(?:(?<s>\d+)S)?)?$/;

/** Seconds, from a number, `84.543`, `1:24` or `PT1M24S`. */
export function readDuration(given: unknown): number | null {
  if (typeof given === 'number') return Number.isFinite(given) && given >= 0 ? given : null;
  if (typeof given !== 'string' || given.length > 30) return null;
  const text = given.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text);
  const groups = (clockTime.exec(text) ?? isoDuration.exec(text))?.groups;
  if (groups === undefined) return null;
  const { d = 0, h = 0, m = 0, s = 0 } = groups;
  return +d * 86_400 + +h * 3600 + +m * 60 + +s;
}

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

/** Seconds, from a number, `84.543`, `1:24` or `PT1M24S`. */
export function readDuration(given: unknown): number | null {
  if (typeof given === 'number') return Number.isFinite(given) && given >= 0 ? given : null;
  if (typeof given !== 'string' || given.length > 30) return null;
  const text = given.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text);
  const clock =
    /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(text) ?? /^PT(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text);
  if (clock === null) return null;
  return Number(clock[1] ?? 0) * 3600 + Number(clock[2] ?? 0) * 60 + Number(clock[3] ?? 0);
}

// How a row of the table becomes the record that clients get: the one place. hook.ts has the schema, and tests hold them together.
import { dayMs } from '../lib/time.ts';
import type { FullHook } from './hook.ts';

/** A hook as the statements of store.ts select it, in the order of their columns. Moments are milliseconds since 1970. */
export type HookRow = {
  id: number;
  text: string;
  views: number;
  platform: string;
  archetype: string;
  emotional_trigger: string;
  niche: string;
  format: string | null;
  language: string | null;
  creator: string | null;
  source_url: string | null;
  published_at: number | null;
  views_captured_at: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  duration_seconds: number | null;
  template: string | null;
  word_count: number;
  label_method: FullHook['labels']['method'];
  label_confidence: number;
  added_at: number;
  updated_at: number;
  sample: boolean;
};

export function toRecord(row: HookRow): FullHook {
  return {
    id: `hook_${row.id}`,
    text: row.text,
    views: row.views,
    platform: row.platform,
    archetype: row.archetype,
    emotional_trigger: row.emotional_trigger,
    niche: row.niche,
    format: row.format,
    language: row.language,
    creator: row.creator,
    source_url: row.source_url,
    published_at: row.published_at === null ? null : toIso(row.published_at),
    views_captured_at: row.views_captured_at === null ? null : toIso(row.views_captured_at),
    likes: row.likes,
    comments: row.comments,
    shares: row.shares,
    duration_seconds: row.duration_seconds,
    template: row.template,
    word_count: row.word_count,
    labels: { method: row.label_method, confidence: row.label_confidence },
    added_at: toIso(row.added_at),
    updated_at: toIso(row.updated_at),
    sample: row.sample,
  };
}

const maxDays = 20_000;
const days = new Map<number, string>();

/** As `Date.prototype.toISOString`, which at four moments a hook would be most of the work of a large catalog. */
export function toIso(ms: number): string {
  const day = Math.floor(ms / dayMs);
  const date = days.get(day) ?? addDay(day);
  const time = ms - day * dayMs;
  const seconds = Math.floor(time / 1000);
  const minutes = Math.floor(seconds / 60);
  const fraction = String((time % 1000) + 1000).slice(1);
  return `${date}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${fraction}Z`;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

function addDay(day: number): string {
  const iso = new Date(day * dayMs).toISOString();
  const date = iso.slice(0, iso.indexOf('T') + 1);
  if (days.size >= maxDays) days.clear();
  days.set(day, date);
  return date;
}

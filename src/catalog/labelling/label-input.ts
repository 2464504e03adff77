// What a labeller reads of a stored hook.
import type { HookValues } from '../../db/hook-columns.ts';
import type { LabelInput } from '../../labels/labeller.ts';

export const inputColumns = [
  'text',
  'raw_text',
  'platform',
  'creator',
  'source',
  'source_family',
  'duration_seconds',
] as const satisfies (keyof HookValues<Date>)[];

/** The hashtags are those of the text as the source wrote it. Tags that stood in other columns of a record are not stored. */
export function toLabelInput(hook: Pick<HookValues<Date>, (typeof inputColumns)[number]>): LabelInput {
  const { text, raw_text, platform, creator, source, source_family: family, duration_seconds: durationSeconds } = hook;
  return { text, hints: hashtagsOf(raw_text ?? text), platform, creator, source, family, durationSeconds };
}

const hashtag = /[#＃]([\p{L}\p{M}\p{N}_]{2,40})/gu;
const maxHashtags = 30;

/** Lower case, without the sign, each once. */
export function hashtagsOf(text: string): string[] {
  if (!/[#＃]/.test(text)) return [];
  const found = new Set<string>();
  for (const [, tag = ''] of text.matchAll(hashtag)) if (found.size < maxHashtags) found.add(tag.toLowerCase());
  return [...found];
}

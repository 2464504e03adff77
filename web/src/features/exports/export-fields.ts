// Fields that an export file may contain, in file order and by group. Free of React.
import type { FullHook } from '@hookline/sdk';
import { capitalized, plural } from '../../kit/page/format.ts';

type Field = keyof FullHook;

export const fieldGroups = [
  ['Hook', ['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche']],
  ['Video', ['format', 'language', 'creator', 'source_url', 'published_at', 'duration_seconds', 'source_state']],
  ['Figures', ['views_captured_at', 'likes', 'comments', 'shares', 'saves']],
  ['Performance', ['views_vs_creator', 'creator_videos', 'views_per_day']],
  ['Text', ['template', 'word_count', 'raw_text', 'text_method', 'text_group', 'series_part']],
  ['Record', ['labels', 'added_at', 'updated_at', 'sample']],
] as const satisfies readonly (readonly [string, readonly Field[]])[];

export const allFields: readonly Field[] = fieldGroups.flatMap(([, fields]): readonly Field[] => fields);

/** Reads fields from a URL parameter such as `id,text`; null means all. */
export function readFields(text: string | null): Field[] | null {
  const names = (text ?? '').split(',');
  const fields = allFields.filter((field) => names.includes(field));
  return fields.length === 0 || fields.length === allFields.length ? null : fields;
}

const names: Partial<Record<Field, string>> = {
  id: 'ID',
  emotional_trigger: 'Emotion',
  format: 'Video format',
  source_url: 'Video URL',
  duration_seconds: 'Duration (s)',
  source_state: 'Availability',
  views_captured_at: 'Views as of',
  views_vs_creator: 'Views compared with usual',
  creator_videos: 'Videos of the creator',
  text_method: 'Source of the text',
  text_group: 'Same words as',
  series_part: 'Part of a series',
  raw_text: 'Original text',
  sample: 'Sample data',
};

/** “Published at” */
export function fieldName(field: Field): string {
  return names[field] ?? capitalized(field.replaceAll('_', ' '));
}

/** “3 columns: ID, Text, Views”; undefined for all. */
export function fieldsText(fields: readonly Field[] | null): string | undefined {
  return fields ? `${plural(fields.length, 'column')}: ${fields.map(fieldName).join(', ')}` : undefined;
}

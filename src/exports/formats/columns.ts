// The flat columns of csv and parquet, in the order of the record. Apart from the schema of the hook, since the thread that
// writes them needs no schema; a test holds the two together.

export type Column = {
  name: string;
  type: 'STRING' | 'INT64' | 'INT32' | 'DOUBLE' | 'TIMESTAMP' | 'BOOLEAN';
  nullable: boolean;
};

const column = (name: string, type: Column['type']): Column => ({ name, type, nullable: false });
const nullable = (name: string, type: Column['type']): Column => ({ name, type, nullable: true });

export const columns: readonly Column[] = [
  column('id', 'STRING'),
  column('text', 'STRING'),
  column('views', 'INT64'),
  column('platform', 'STRING'),
  column('archetype', 'STRING'),
  column('emotional_trigger', 'STRING'),
  column('niche', 'STRING'),
  nullable('format', 'STRING'),
  nullable('language', 'STRING'),
  nullable('creator', 'STRING'),
  nullable('source_url', 'STRING'),
  nullable('published_at', 'TIMESTAMP'),
  nullable('views_captured_at', 'TIMESTAMP'),
  nullable('likes', 'INT64'),
  nullable('comments', 'INT64'),
  nullable('shares', 'INT64'),
  nullable('duration_seconds', 'DOUBLE'),
  nullable('template', 'STRING'),
  column('word_count', 'INT32'),
  column('labels_method', 'STRING'),
  column('labels_confidence', 'DOUBLE'),
  column('added_at', 'TIMESTAMP'),
  column('updated_at', 'TIMESTAMP'),
  column('sample', 'BOOLEAN'),
];

export type FlatHook = Record<string, string | number | boolean | null>;

/** A record as the columns have it: `labels` is two of them. */
export function flatten(json: string): FlatHook {
  const { labels, ...hook } = JSON.parse(json);
  return { ...hook, labels_method: labels.method, labels_confidence: labels.confidence };
}

// Columns that tell where the text of a hook comes from.
import { sourceFamilies } from '../../labels/label.ts';
import type { HookColumn } from './hook-column.ts';

/** `spoken`: the captions of the video have it. `transcribed`: a model wrote down what was said (ingest/transcribe/). */
export const textMethods = ['spoken', 'transcribed'] as const;

/** They change with the text. */
export const textColumns = {
  /** As the source wrote it, with what was cut off; null if that is the text itself. */
  raw_text: {
    type: 'text',
    nullable: true,
    record: 'full',
    description: 'The text as the source wrote it, if cleaning or a transcript changed it',
    example: 'Stop buying index funds before you read this. (Part 2) #money',
    aliases: [],
    merge: 'text',
  },
  text_method: {
    type: 'text',
    values: textMethods,
    nullable: true,
    record: 'full',
    description:
      '`spoken` if the text is from the captions of the video, `transcribed` if a model transcribed its audio; null if it is as the source gives it, such as a title',
    example: 'spoken',
    aliases: [],
    merge: 'text',
  },
  /** What kind of text the source has, which confidences are calibrated by. */
  source_family: { type: 'text', values: sourceFamilies, nullable: true, computed: true, merge: 'text' },
  series_part: {
    type: 'int',
    nullable: true,
    record: 'full',
    description: 'Number of the part, of a video in a series',
    example: 2,
    aliases: ['part', 'part_number'],
    merge: 'text',
  },
} as const satisfies Record<string, HookColumn>;

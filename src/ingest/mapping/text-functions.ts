// Functions of a mapping, applied to the text of a column: `text=Caption|first_sentence`.

import { stripHashtags } from '../cleaning/clean-caption.ts';
import { firstSentence } from '../cleaning/stand-alone.ts';

const functions = {
  first_line: (text: string) => text.trim().split(/[\n\r\u2028\u2029]/, 1)[0] ?? '',
  first_sentence: firstSentence,
  strip_hashtags: stripHashtags,
  lower: (text: string) => text.toLowerCase(),
  trim: (text: string) => text.trim(),
};

export type TextFunction = keyof typeof functions;

export const textFunctions = Object.keys(functions);

export function isTextFunction(name: string): name is TextFunction {
  return Object.hasOwn(functions, name);
}

export function applyFunctions(names: readonly TextFunction[], text: string): string {
  return names.reduce((result, name) => functions[name](result), text);
}

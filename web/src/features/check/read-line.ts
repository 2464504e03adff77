// Reads the line of a form. The API rejects a line without a letter or digit.
import type { FormValues } from '../../kit/forms/form.tsx';

export const maxLineLength = 500;

/** Throws an error that the form shows at the field. */
export function readLine(values: FormValues): string {
  const text = values.text('text') ?? '';
  if (/[\p{L}\p{N}]/u.test(text)) return text;
  throw { errors: [{ parameter: 'text', detail: 'Enter a line with at least one letter or digit.' }] };
}

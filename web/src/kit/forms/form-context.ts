// Form context: whether the form is being sent, and the errors of its fields.
import type { HooklineError } from '@hookline/sdk';
import { createContext, use } from 'react';

export type FieldError = HooklineError['errors'][number];

export const FormContext = createContext<{
  isBusy: boolean;
  /** Nothing is saved yet, so it can be left while it is sent. */
  isDraft?: boolean;
  fieldErrors: readonly FieldError[];
} | null>(null);

/** A field's `name` is the JSON pointer into the body without its leading `#/`, such as `limits/per_day`. */
export function isErrorFor(error: FieldError, name: string): boolean {
  const pointer = error.pointer?.replace(/^#?\//, '');
  return error.parameter === name || pointer === name || (pointer?.startsWith(`${name}/`) ?? false);
}

export function useFieldError(name: string): string | undefined {
  const error = use(FormContext)?.fieldErrors.find((candidate) => isErrorFor(candidate, name));
  return error && withSuggestion(error);
}

export function withSuggestion({ detail, did_you_mean }: FieldError): string {
  return did_you_mean && !detail.includes(did_you_mean) ? `${detail} Did you mean ${did_you_mean}?` : detail;
}

// What a Form tells its fields and its button: whether it is on its way, and what the service found wrong.
import type { HooklineError } from '@hookline/sdk';
import { createContext, use } from 'react';

export type Fault = HooklineError['errors'][number];

export const FormContext = createContext<{ isBusy: boolean; faults: readonly Fault[] } | null>(null);

/** A field's `name` is the pointer into the body without what it begins with, `#/`, such as `limits/per_day`. */
export function isFaultOf(fault: Fault, name: string): boolean {
  const pointer = fault.pointer?.replace(/^#?\//, '');
  return fault.parameter === name || pointer === name || (pointer?.startsWith(`${name}/`) ?? false);
}

export function useFault(name: string): string | undefined {
  const fault = use(FormContext)?.faults.find((one) => isFaultOf(one, name));
  return fault && withSuggestion(fault);
}

export function withSuggestion({ detail, did_you_mean }: Fault): string {
  return did_you_mean && !detail.includes(did_you_mean) ? `${detail} Did you mean ${did_you_mean}?` : detail;
}

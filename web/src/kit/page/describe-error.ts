// An error in one or two sentences, whoever threw it.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';

export function describeError(error: unknown): { title: string; detail?: string } {
  if (error instanceof HooklineError)
    return { title: error.problem?.title ?? 'The service did not answer as expected', detail: error.message };
  if (error instanceof HooklineConnectionError) return { title: 'No answer came', detail: error.message };
  return { title: 'Something in this page broke', detail: error instanceof Error ? error.message : String(error) };
}

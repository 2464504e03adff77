// describeError: title and detail of any thrown error.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';

export function describeError(error: unknown): { title: string; detail?: string } {
  if (error instanceof HooklineError)
    return { title: error.problem?.title ?? 'Unexpected response', detail: error.message };
  if (error instanceof HooklineConnectionError)
    return { title: 'Can’t reach Hookline. Check your connection and retry.' };
  return { title: 'Something went wrong', detail: error instanceof Error ? error.message : String(error) };
}

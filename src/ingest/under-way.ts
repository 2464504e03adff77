// How far the imports of this process have come, in memory. What became of them is in the log of imports.
import type { Progress } from './import.ts';

export type UnderWay = {
  tell: (importId: string, progress: Progress) => void;
  /** null where it has not begun to read, has ended, or is another process's. */
  of: (importId: string) => Progress | null;
  end: (importId: string) => void;
};

export function createUnderWay(): UnderWay {
  const imports = new Map<string, Progress>();
  return {
    tell: (importId, progress) => void imports.set(importId, progress),
    of: (importId) => imports.get(importId) ?? null,
    end: (importId) => void imports.delete(importId),
  };
}

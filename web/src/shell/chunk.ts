// Code-split components, loaded on demand or ahead of time. Not React.lazy, which shows its fallback for at least 300 ms.
import { type ComponentType, useEffect, useReducer, useState } from 'react';

/** The module's only export is the component. */
export type Chunk<P = object> = { load: () => Promise<Record<string, ComponentType<P>>> };

const loaded = new Map<unknown, unknown>();

/** Can be called ahead of time to preload. */
export async function loadChunk<P>(chunk: Chunk<P> | undefined): Promise<void> {
  if (!chunk || loaded.has(chunk)) return;
  const [component] = Object.values(await chunk.load());
  loaded.set(chunk, component);
}

/** undefined while loading. Throws when loading fails. */
export function useChunk<P>(chunk: Chunk<P>): ComponentType<P> | undefined {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const [error, setError] = useState<unknown>();
  const component = loaded.get(chunk) as ComponentType<P> | undefined;
  const isMissing = component === undefined;
  useEffect(() => {
    // Another caller may have loaded the chunk since this render, so a rerender is needed even then.
    if (isMissing) loadChunk(chunk).then(rerender, setError);
  }, [chunk, isMissing]);
  if (error) throw error;
  return component;
}

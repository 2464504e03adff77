// Components out of chunks of their own, loaded when they are wanted or ahead. Not React.lazy, which shows what stands in for
// them for a third of a second at least.
import { type ComponentType, useEffect, useReducer, useState } from 'react';

/** The one export of the module is the component. */
export type Chunk<P = object> = { load: () => Promise<Record<string, ComponentType<P>>> };

const loaded = new Map<unknown, unknown>();

/** May be called ahead, as soon as it is likely to be wanted. */
export async function loadChunk<P>(chunk: Chunk<P> | undefined): Promise<void> {
  if (!chunk || loaded.has(chunk)) return;
  const [component] = Object.values(await chunk.load());
  loaded.set(chunk, component);
}

/** undefined while it is on its way. Throws where it cannot be loaded. */
export function useChunk<P>(chunk: Chunk<P>): ComponentType<P> | undefined {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [error, setError] = useState<unknown>();
  const component = loaded.get(chunk) as ComponentType<P> | undefined;
  const isMissing = component === undefined;
  useEffect(() => {
    // What was missing may have come since it was drawn, because somebody else asked for it: that is to be drawn too.
    if (isMissing) loadChunk(chunk).then(redraw, setError);
  }, [chunk, isMissing]);
  if (error) throw error;
  return component;
}

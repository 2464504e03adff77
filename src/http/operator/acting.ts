// The dependencies of an action that an operator's request runs.
import type { Actor } from '../../audit/actor.ts';

export function acting<D>(deps: D, { actor }: { actor: () => Actor }): D & { actor: Actor } {
  return { ...deps, actor: actor() };
}

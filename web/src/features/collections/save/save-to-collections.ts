// saveToCollections: creates, fills and empties collections as ticked, and describes the outcome.
import type { Collection } from '@hookline/sdk';
import { reloadPages } from '../../../api/use-pages.ts';
import { plural } from '../../../kit/page/format.ts';
import { chunks, collectionPath, createCollection, removeHooks, saveHooks } from '../collection-client.ts';

type Ticked = Pick<Collection, 'collection_id' | 'name'>;

export type Ticks = {
  add: readonly Ticked[];
  remove: readonly Ticked[];
  /** Names of new collections. */
  create: readonly string[];
  /** Called for each created collection, since the rest may fail. */
  onCreated: (name: string, collection: Collection) => void;
};

/** Returns a sentence, or undefined if nothing was ticked. Rejects with the first error; earlier changes are kept. */
export async function saveToCollections(
  ids: readonly string[],
  { add, remove, create, onCreated }: Ticks,
): Promise<string | undefined> {
  const added = [...add];
  for (const name of create) {
    const collection = await createCollection({ name, description: null });
    onCreated(name, collection);
    added.push(collection);
  }
  const present = new Map<string, number>();
  const missing = new Set<string>();
  try {
    for (const { collection_id: id, name } of added)
      for (const some of chunks(ids)) {
        const saved = await saveHooks(id, some);
        for (const hook of saved.missing) missing.add(hook);
        if (saved.present > 0) present.set(name, (present.get(name) ?? 0) + saved.present);
      }
    for (const { collection_id: id } of remove) await removeHooks(id, ids);
  } finally {
    for (const { collection_id: id } of [...added, ...remove]) reloadPages(collectionPath(id));
  }
  if (missing.size === ids.length)
    throw new Error(`${ids.length === 1 ? 'The hook is' : 'The hooks are'} no longer in the catalog.`);
  return describe(ids.length - missing.size, { added, remove, present, missing: missing.size });
}

type Outcome = {
  added: readonly Ticked[];
  remove: readonly Ticked[];
  present: ReadonlyMap<string, number>;
  missing: number;
};

function describe(count: number, { added, remove, present, missing }: Outcome): string | undefined {
  const hooks = count === 1 ? '' : `${plural(count, 'hook')} `;
  const sentences = [
    added.length > 0 && `Saved ${hooks}to ${namesOf(added)}.`,
    ...(count === 1
      ? []
      : [...present].map(([name, there]) => `${there} of them ${there === 1 ? 'was' : 'were'} in ${name} already.`)),
    remove.length > 0 && `Removed from ${namesOf(remove)}.`,
    missing > 0 && `${plural(missing, 'hook')} left the catalog.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

const list = new Intl.ListFormat('en');
export const namesOf = (collections: readonly Ticked[]) => list.format(collections.map(({ name }) => name));

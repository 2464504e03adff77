// useBoard: the hooks of a collection. Changes are shown at once and sent one after another; if one fails, the list is reloaded.
import type { CollectionHook } from '@hookline/sdk';
import { useRef } from 'react';
import { type LoadedPages, usePages } from '../../api/use-pages.ts';
import { toastError } from '../../kit/overlay/toast.tsx';
import { chunks, collectionPath, readHooks, removeHooks, saveHook, saveHooks } from './collection-client.ts';

export type Board = {
  pages: LoadedPages<CollectionHook>;
  /** Moves a hook before or after another one. */
  move: (id: string, place: { before: string } | { after: string }) => void;
  /** Rejects if the note was not saved, for example because someone else changed it meanwhile. */
  setNote: (item: CollectionHook, note: string | null) => Promise<void>;
  removeTag: (id: string, tag: string) => Promise<void>;
  addTag: (ids: readonly string[], tag: string) => Promise<void>;
  remove: (ids: readonly string[]) => Promise<void>;
};

export function useBoard(id: string): Board {
  // Each page is a call.
  const pages = usePages([collectionPath(id)], (cursor) => readHooks(id, cursor), { isLimited: true });
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { update } = pages;

  /** Sends requests one after another, in the order of the calls. */
  function send<T>(request: () => Promise<T>): Promise<T> {
    const sent = last.current.then(request);
    last.current = sent.catch(() => {});
    return sent;
  }

  /** Reads the saved hook, which others may have changed: an empty change returns it and does not count as a call. */
  const read = (hook: string) => saveHook(id, hook, {});

  const orReload = <T>(sent: Promise<T>) =>
    sent.catch((error) => {
      pages.mutate();
      throw error;
    });

  const change = (ids: readonly string[], to: (item: CollectionHook) => Partial<CollectionHook>) =>
    update((items) => items.map((item) => (ids.includes(item.hook.id) ? { ...item, ...to(item) } : item)));

  return {
    pages,
    move(hook, place) {
      update((items) => placed(items, hook, place));
      orReload(send(() => saveHook(id, hook, place))).catch(toastError);
    },
    async setNote({ hook, note: shown }, note) {
      const { note: now } = await send(() => read(hook.id));
      if (now !== shown) {
        change([hook.id], () => ({ note: now }));
        throw new Error(
          `The note was ${now === null ? 'deleted' : `changed to “${now}”`} meanwhile. Save again to replace it.`,
        );
      }
      await send(() => saveHook(id, hook.id, { note }));
      change([hook.id], () => ({ note }));
    },
    async removeTag(hook, tag) {
      const without = (tags: string[]) => tags.filter((other) => other !== tag);
      change([hook], ({ tags }) => ({ tags: without(tags) }));
      const { tags } = await orReload(send(async () => saveHook(id, hook, { tags: without((await read(hook)).tags) })));
      // Keeps tags that were added here meanwhile.
      change([hook], (item) => ({ tags: [...new Set([...tags, ...without(item.tags)])] }));
    },
    async addTag(ids, tag) {
      for (const some of chunks(ids)) {
        change(some, ({ tags }) => ({ tags: [...new Set([...tags, tag])] }));
        await orReload(send(() => saveHooks(id, some, [tag])));
      }
    },
    async remove(ids) {
      for (const some of chunks(ids)) {
        await send(() => removeHooks(id, some));
        update((items) => items.filter(({ hook }) => !some.includes(hook.id)));
      }
    },
  };
}

function placed(items: CollectionHook[], id: string, place: { before: string } | { after: string }): CollectionHook[] {
  const moved = items.filter(({ hook }) => hook.id === id);
  const others = items.filter(({ hook }) => hook.id !== id);
  const at = (other: string) => others.findIndex(({ hook }) => hook.id === other);
  return others.toSpliced('before' in place ? at(place.before) : at(place.after) + 1, 0, ...moved);
}

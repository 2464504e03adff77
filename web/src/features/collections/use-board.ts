// useBoard: the hooks of a collection. A change is shown at once and then sent, one after the other; if it fails, the list is read again.
import type { CollectionHook } from '@hookline/sdk';
import { useRef } from 'react';
import { type LoadedPages, usePages } from '../../api/use-pages.ts';
import { toastError } from '../../kit/overlay/toast.tsx';
import { chunks, collectionPath, readHooks, removeHooks, saveHook, saveHooks } from './collection-client.ts';

export type Board = {
  pages: LoadedPages<CollectionHook>;
  /** To the place before or behind another hook. */
  move: (id: string, place: { before: string } | { after: string }) => void;
  /** Rejects if it was not saved. */
  setNote: (id: string, note: string | null) => Promise<void>;
  setTags: (id: string, tags: string[]) => Promise<void>;
  addTag: (ids: readonly string[], tag: string) => Promise<void>;
  remove: (ids: readonly string[]) => Promise<void>;
};

export function useBoard(id: string): Board {
  // Each page is a call.
  const pages = usePages([collectionPath(id)], (cursor) => readHooks(id, cursor), { isLimited: true });
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { update } = pages;

  /** In the order of the calls. */
  function send<T>(request: () => Promise<T>): Promise<T> {
    const sent = last.current.then(request);
    last.current = sent.catch(() => {});
    return sent;
  }

  const change = (ids: readonly string[], to: (item: CollectionHook) => Partial<CollectionHook>) =>
    update((items) => items.map((item) => (ids.includes(item.hook.id) ? { ...item, ...to(item) } : item)));

  return {
    pages,
    move(hook, place) {
      update((items) => placed(items, hook, place));
      send(() => saveHook(id, hook, place)).catch((error) => {
        toastError(error);
        pages.mutate();
      });
    },
    async setNote(hook, note) {
      await send(() => saveHook(id, hook, { note }));
      change([hook], () => ({ note }));
    },
    async setTags(hook, tags) {
      // At once: the next tag is added to these.
      change([hook], () => ({ tags }));
      await send(() => saveHook(id, hook, { tags })).catch((error) => {
        pages.mutate();
        throw error;
      });
    },
    async addTag(ids, tag) {
      for (const some of chunks(ids)) {
        await send(() => saveHooks(id, some, [tag]));
        change(some, ({ tags }) => ({ tags: [...new Set([...tags, tag])] }));
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

// useReviewCommands: what a reviewer can do with the selected hooks, or with the row at the cursor, and the keys for it.
import type { HooksFilter } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { useActions } from '../../kit/page/actions.ts';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { decide } from '../bulk/drafts.ts';
import type { Selection } from '../bulk/selection.ts';
import { useRowCommands } from '../bulk/use-row-commands.ts';
import type { Select } from '../bulk/use-selection.ts';
import { isPending, type PendingRows } from './use-pending.ts';

export type ReviewCommands = ReturnType<typeof useReviewCommands>;

export function useReviewCommands(list: PendingRows, selection: Selection, select: Select, filter: HooksFilter) {
  const { store, rows, shownIds } = list;
  const hooks = list.hooks.filter(isPending);
  const common = useRowCommands({ store, rows, hooks, selection, filter });
  const creator = creatorOf(common.targets());
  const commands = {
    accept: () => common.decide('published', 'pending'),
    reject: () => common.decide('rejected', 'pending'),
    acceptShown: () => store.apply(decide({ ids: shownIds }, 'published', 'pending')),
    rejectCreator: () => {
      if (!creator) return;
      const ids = hooks.filter((hook) => isBy(hook, creator)).map(({ id }) => id);
      store.apply(decide({ ids, filter: { ...creator, state: 'pending' } }, 'rejected', 'pending'));
    },
  };
  const toggleGroup = () => {
    const row = rows.find(({ key }) => key === selection.cursor);
    if (row && row.hooks.length > 1) list.toggleGroup(row.key);
  };
  // Caps lock also turns `a` into `A`, so Shift is required.
  const acceptShownByShift = ({ shiftKey }: KeyboardEvent) => shiftKey && commands.acceptShown();
  useShortcuts({
    a: commands.accept,
    r: commands.reject,
    A: acceptShownByShift,
    c: commands.rejectCreator,
    g: toggleGroup,
  });
  useActions([
    { title: 'Accept all shown', icon: 'check', run: commands.acceptShown },
    { title: 'Select all shown', icon: 'check', run: select.toggleAll },
  ]);
  return { ...common, ...commands, creator: creator?.creator };
}

type Creator = { creator: string; platform: string };

const isBy = (hook: ReviewedHook, { creator, platform }: Creator) =>
  hook.creator?.toLowerCase() === creator.toLowerCase() && hook.platform === platform;

/** Returns undefined if the hooks have several creators, or none. */
function creatorOf([first, ...others]: readonly ReviewedHook[]): Creator | undefined {
  if (!first?.creator) return undefined;
  const by = { creator: first.creator, platform: first.platform };
  return others.every((hook) => isBy(hook, by)) ? by : undefined;
}

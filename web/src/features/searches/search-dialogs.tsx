// SearchDialogs: rotate the URL of a feed, delete a saved search. Each lists who is affected.
import type { SavedSearch } from '@hookline/sdk';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';
import { deleteSearch, rotateFeed } from './search-client.ts';

export type OpenSearchDialog = { type: 'rotate' | 'delete'; search: SavedSearch };

type SearchDialogsProps = {
  open: OpenSearchDialog | undefined;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
};

export default function SearchDialogs({ open, onClose, onChanged }: SearchDialogsProps) {
  const search = open?.search;
  const readers = search?.readers ? ` ${plural(search.readers, 'reader')} of the last 7 days will get an error.` : '';
  return (
    <>
      <ConfirmDialog
        isOpen={open?.type === 'rotate'}
        onClose={onClose}
        title="Rotate feed URL"
        action="Rotate feed URL"
        onConfirm={async () => {
          if (search) await rotateFeed(search.search_id);
          await onChanged();
          toast('The feed has a new URL.');
        }}
      >
        <p className="font-medium text-ink wrap-anywhere">{search?.name}</p>
        <p>The current URL stops working at once, in every app that uses it.{readers} Replace it there.</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open?.type === 'delete'}
        onClose={onClose}
        title="Delete saved search"
        action="Delete saved search"
        onConfirm={async () => {
          if (search) await deleteSearch(search.search_id);
          await onChanged();
        }}
      >
        <p className="font-medium text-ink wrap-anywhere">{search?.name}</p>
        <p>Its feed stops at once.{readers} No hooks are deleted.</p>
      </ConfirmDialog>
    </>
  );
}

// Dialogs of /console/announcements: a new announcement, an update, a correction, deletion. Loaded as a separate chunk.

import { request } from '../../api/client.ts';
import type { Announcement } from '../../api/openapi.ts';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { CorrectionForm, NewAnnouncementForm, UpdateForm } from './announcement-forms.tsx';

export type Open = { kind: 'update' | 'correct' | 'delete'; of: Announcement };

const path = '/operator/announcements';
const done = { POST: 'posted', PATCH: 'corrected', DELETE: 'deleted' } as const;

type DialogsProps = {
  isNew: boolean;
  open: Open | undefined;
  /** Number of email subscribers; undefined until loaded. */
  subscribers: number | undefined;
  onClose: () => void;
  onChanged: () => void;
};

export function AnnouncementDialogs({ isNew, open, subscribers, onClose, onChanged }: DialogsProps) {
  const of = (kind: Open['kind']) => (open?.kind === kind ? open.of : undefined);
  const send = async (method: keyof typeof done, rest: string, body?: unknown) => {
    await request(method, path + rest, { body });
    onChanged();
    toast(`Announcement ${done[method]}.`, 'good', ['Status page', '/status']);
  };
  const [updated, corrected, deleted] = [of('update'), of('correct'), of('delete')];
  return (
    <>
      <Dialog isOpen={isNew} onClose={onClose} title="New announcement" wide>
        <NewAnnouncementForm subscribers={subscribers} onCancel={onClose} onSubmit={(body) => send('POST', '', body)} />
      </Dialog>
      <Dialog isOpen={updated !== undefined} onClose={onClose} title="Post update" wide>
        {updated && (
          <UpdateForm
            of={updated}
            subscribers={subscribers}
            onCancel={onClose}
            onSubmit={(body) => send('POST', `/${updated.id}/updates`, body)}
          />
        )}
      </Dialog>
      <Dialog isOpen={corrected !== undefined} onClose={onClose} title="Correct announcement" wide>
        {corrected && (
          <CorrectionForm
            of={corrected}
            onCancel={onClose}
            onSubmit={(body) => send('PATCH', `/${corrected.id}`, body)}
          />
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={deleted !== undefined}
        onClose={onClose}
        title="Delete announcement"
        action="Delete announcement"
        onConfirm={async () => {
          if (deleted) await send('DELETE', `/${deleted.id}`);
        }}
      >
        <p>
          <span className="font-medium text-ink wrap-anywhere">{deleted?.title}</span> is removed from the status page
          and the feed with all its updates. Emails that were sent stay. To end it, post an update instead.
        </p>
      </ConfirmDialog>
    </>
  );
}

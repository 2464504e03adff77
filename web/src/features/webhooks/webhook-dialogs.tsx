// Dialogs of the webhook page: edit, resume, rotate secret, delete. Loaded as a separate chunk.
import type { Webhook, WebhookWithSecret } from '@hookline/sdk';
import { useState } from 'react';
import { mutate } from 'swr';
import { navigate } from 'wouter/use-browser-location';
import { deleteWebhook, resumeWebhook, rotateSecret, updateWebhook } from '../../api/webhooks.ts';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { fromRecord } from '../filters/hook-filters.ts';
import { WebhookForm } from './webhook-form.tsx';
import { ResumeDialog } from './webhook-resume.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { nameOf } from './webhook-state.ts';

export type WebhookDialog = 'edit' | 'resume' | 'rotate' | 'delete';

type DialogProps = { isOpen: boolean; webhook: Webhook; onClose: () => void; onChanged: () => void };
type WebhookDialogsProps = Omit<DialogProps, 'isOpen'> & { open: WebhookDialog | undefined };

export default function WebhookDialogs({ open, ...rest }: WebhookDialogsProps) {
  const { webhook, onClose, onChanged } = rest;
  return (
    <>
      <EditDialog isOpen={open === 'edit'} {...rest} />
      <ResumeDialog
        webhook={open === 'resume' ? webhook : undefined}
        resume={resumeWebhook}
        onClose={onClose}
        onResumed={onChanged}
      />
      <RotateDialog isOpen={open === 'rotate'} {...rest} />
      <DeleteDialog isOpen={open === 'delete'} {...rest} />
    </>
  );
}

function EditDialog({ isOpen, webhook, onClose, onChanged }: DialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Edit webhook" wide>
      <WebhookForm
        webhook={webhook}
        initial={fromRecord(webhook.filters)}
        onCancel={onClose}
        onSubmit={async (input) => {
          await updateWebhook(webhook.webhook_id, input);
          onChanged();
          onClose();
        }}
      />
    </Dialog>
  );
}

/** The secret stays on screen until it is stored, even after the confirmation closes. */
function RotateDialog({ isOpen, webhook: { webhook_id }, onClose, onChanged }: DialogProps) {
  const [rotated, setRotated] = useState<WebhookWithSecret>();
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        title="Rotate secret"
        action="Rotate secret"
        onConfirm={async () => {
          setRotated(await rotateSecret(webhook_id));
          onChanged();
        }}
      >
        <p>
          The new secret is shown once. For 24 hours, deliveries are signed with both secrets so you can switch without
          downtime.
        </p>
        <p>If an earlier rotation is still in progress, its old secret stops working immediately.</p>
      </ConfirmDialog>
      <Dialog
        isOpen={rotated !== undefined}
        onClose={() => setRotated(undefined)}
        title="Store this secret now"
        locked
        wide
      >
        {rotated && <WebhookSecret webhook={rotated} onStored={() => setRotated(undefined)} />}
      </Dialog>
    </>
  );
}

function DeleteDialog({ isOpen, webhook, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete webhook"
      action="Delete webhook"
      nameToType={nameOf(webhook)}
      onConfirm={async () => {
        await deleteWebhook(webhook.webhook_id);
        // The cached list would show the deleted webhook until its next refresh.
        await mutate(['webhooks'], undefined, { revalidate: false });
        navigate('/dashboard/webhooks', { replace: true });
      }}
    >
      <p>
        <span className="font-medium text-ink wrap-anywhere">{webhook.webhook_url}</span> stops receiving deliveries.
      </p>
      <p>Its backlog, delivery log and secret are permanently deleted.</p>
    </ConfirmDialog>
  );
}

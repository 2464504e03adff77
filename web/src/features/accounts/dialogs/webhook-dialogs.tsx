// WebhookDialogs: create, resume, rotate and delete a customer's webhook. A secret is shown once.
import type { WebhookWithSecret } from '@hookline/sdk';
import { useState } from 'react';
import type { WebhookOverview } from '../../../api/openapi.ts';
import { createWebhook, deleteWebhook, resumeWebhook, rotateWebhookSecret } from '../../../api/operator-accounts.ts';
import { Secret } from '../../../kit/code/secret.tsx';
import { NumberField, TextField } from '../../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../../kit/forms/form.tsx';
import { ConfirmDialog } from '../../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../../kit/overlay/dialog.tsx';
import { formatNumber } from '../../../kit/page/format.ts';
import { ResumeDialog } from '../../webhooks/webhook-resume.tsx';

export type OpenWebhookDialog = { type: 'create' } | { type: 'resume' | 'rotate' | 'delete'; webhook: WebhookOverview };

type WebhookDialogsProps = {
  open: OpenWebhookDialog | undefined;
  accountId: string;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
};

export function WebhookDialogs({ open, accountId, onClose, onChanged }: WebhookDialogsProps) {
  const [issued, setIssued] = useState<WebhookWithSecret>();
  const close = () => {
    setIssued(undefined);
    onClose();
  };
  const show = (endpoint: WebhookWithSecret) => {
    setIssued(endpoint);
    void onChanged();
  };
  const webhook = open && 'webhook' in open ? open.webhook : undefined;
  const name = webhook?.description ?? webhook?.webhook_url ?? '';
  return (
    <>
      <Dialog
        // A secret that arrives after the dialog was closed is still shown: it can't be shown later.
        isOpen={issued !== undefined || open?.type === 'create' || open?.type === 'rotate'}
        onClose={close}
        title={issued ? 'Store this secret now' : open?.type === 'rotate' ? 'Rotate secret' : 'Create webhook'}
        locked={issued !== undefined}
        wide={issued !== undefined}
      >
        {issued ? (
          <div className="stack gap-5">
            <p className="text-muted wrap-anywhere">
              You won’t see it again. The receiver at {issued.webhook_url} uses it to verify deliveries.
            </p>
            <Secret label="Webhook secret" value={issued.secret} onStored={close} />
          </div>
        ) : open?.type === 'rotate' && webhook ? (
          <RotateForm name={name} id={webhook.webhook_id} onRotated={show} onCancel={close} />
        ) : (
          <CreateForm accountId={accountId} onCreated={show} onCancel={close} />
        )}
      </Dialog>
      <ResumeDialog
        webhook={open?.type === 'resume' ? open.webhook : undefined}
        resume={resumeWebhook}
        onClose={onClose}
        onResumed={() => void onChanged()}
      />
      <ConfirmDialog
        isOpen={open?.type === 'delete'}
        onClose={close}
        title="Delete webhook"
        action="Delete webhook"
        nameToType={name}
        onConfirm={async () => {
          if (webhook) await deleteWebhook(webhook.webhook_id);
          await onChanged();
        }}
      >
        <p>
          <span className="font-medium text-ink wrap-anywhere">{name}</span> stops receiving deliveries. Its delivery
          log
          {webhook && webhook.backlog > 0 ? ` and backlog of ${formatNumber(webhook.backlog)} are` : ' is'} permanently
          deleted.
        </p>
      </ConfirmDialog>
    </>
  );
}

type CreateFormProps = {
  accountId: string;
  onCreated: (endpoint: WebhookWithSecret) => void;
  onCancel: () => void;
};

const labels = [
  ['niche', 'Niches'],
  ['archetype', 'Archetypes'],
  ['platform', 'Platforms'],
] as const;

function CreateForm({ accountId, onCreated, onCancel }: CreateFormProps) {
  const submit = async (values: FormValues) =>
    onCreated(
      await createWebhook(accountId, {
        webhook_url: values.text('webhook_url') ?? '',
        description: values.text('description'),
        filters: filtersOf(values),
      }),
    );
  return (
    <Form onSubmit={submit} label="Create webhook">
      <TextField name="webhook_url" label="URL" type="url" hint="A public HTTPS endpoint." placeholder="https://" />
      <TextField name="description" label="Description" maxLength={200} />
      {labels.map(([name, label]) => (
        <TextField
          key={name}
          name={`filters/${name}`}
          label={label}
          hint="Separate values with commas. Leave empty for all."
        />
      ))}
      <NumberField name="filters/min_views" label="Minimum views" min={0} />
      <FormActions submit="Create webhook" onCancel={onCancel} />
    </Form>
  );
}

function filtersOf(values: FormValues): { [name: string]: string[] | number } {
  const entries = labels.flatMap(([name]) => {
    const texts = (values.text(`filters/${name}`) ?? '').split(',').map((text) => text.trim());
    const filled = texts.filter((text) => text !== '');
    return filled.length > 0 ? [[name, filled] as const] : [];
  });
  const views = values.number('filters/min_views');
  return { ...Object.fromEntries(entries), ...(views === undefined ? {} : { min_views: views }) };
}

type RotateFormProps = {
  name: string;
  id: string;
  onRotated: (endpoint: WebhookWithSecret) => void;
  onCancel: () => void;
};

function RotateForm({ name, id, onRotated, onCancel }: RotateFormProps) {
  return (
    <Form label="Rotate secret" onSubmit={async () => onRotated(await rotateWebhookSecret(id))}>
      <p className="text-muted wrap-anywhere">
        <span className="text-ink">{name}</span> gets a new secret. Deliveries are signed with both secrets for 24
        hours, so the customer can switch without downtime.
      </p>
      <FormActions submit="Rotate secret" onCancel={onCancel} />
    </Form>
  );
}

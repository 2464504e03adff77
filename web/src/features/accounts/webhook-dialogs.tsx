// What stands before a customer's webhooks: creating one, resuming, rotating its secret, deleting it. A secret is shown once.
import { useState } from 'react';
import type { EndpointWithSecret } from '../../../../src/webhooks/endpoint.ts';
import type { WebhookOverview } from '../../../../src/webhooks/queries.ts';
import { createWebhook, deleteWebhook, resumeWebhook, rotateWebhookSecret } from '../../api/operator-accounts.ts';
import { Secret } from '../../kit/code/secret.tsx';
import { NumberField, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { ResumeDialog } from '../webhooks/webhook-resume.tsx';

export type OpenWebhookDialog = { what: 'create' } | { what: 'resume' | 'rotate' | 'delete'; webhook: WebhookOverview };

type WebhookDialogsProps = {
  open: OpenWebhookDialog | undefined;
  accountId: string;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
};

export function WebhookDialogs({ open, accountId, onClose, onChanged }: WebhookDialogsProps) {
  const [issued, setIssued] = useState<EndpointWithSecret>();
  const close = () => {
    setIssued(undefined);
    onClose();
  };
  const show = (endpoint: EndpointWithSecret) => {
    setIssued(endpoint);
    void onChanged();
  };
  const webhook = open && 'webhook' in open ? open.webhook : undefined;
  const name = webhook?.description ?? webhook?.webhook_url ?? '';
  return (
    <>
      <Dialog
        // A secret that comes after the dialog was closed is shown all the same: it comes only once.
        isOpen={issued !== undefined || open?.what === 'create' || open?.what === 'rotate'}
        onClose={close}
        title={issued ? 'Store this secret now' : open?.what === 'rotate' ? 'Rotate secret' : 'Create webhook'}
        locked={issued !== undefined}
        wide={issued !== undefined}
      >
        {issued ? (
          <div className="stack gap-5">
            <p className="text-muted wrap-anywhere">
              It is shown this once. With it the receiver at {issued.webhook_url} checks that a delivery is genuine.
            </p>
            <Secret label="Webhook secret" value={issued.secret} onStored={close} />
          </div>
        ) : open?.what === 'rotate' && webhook ? (
          <RotateForm name={name} id={webhook.webhook_id} onRotated={show} onCancel={close} />
        ) : (
          <CreateForm accountId={accountId} onCreated={show} onCancel={close} />
        )}
      </Dialog>
      <ResumeDialog
        webhook={open?.what === 'resume' ? open.webhook : undefined}
        resume={resumeWebhook}
        onClose={onClose}
        onResumed={() => void onChanged()}
      />
      <ConfirmDialog
        isOpen={open?.what === 'delete'}
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
          <span className="font-medium text-ink wrap-anywhere">{name}</span> hears nothing more, and the log of its
          deliveries is lost
          {webhook && webhook.backlog > 0 ? `, ${formatNumber(webhook.backlog)} that wait among them` : ''}.
        </p>
      </ConfirmDialog>
    </>
  );
}

type CreateFormProps = {
  accountId: string;
  onCreated: (endpoint: EndpointWithSecret) => void;
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
      <TextField
        name="webhook_url"
        label="Address"
        type="url"
        hint="https, on a public address."
        placeholder="https://"
      />
      <TextField name="description" label="Description" maxLength={200} />
      {labels.map(([name, label]) => (
        <TextField key={name} name={`filters/${name}`} label={label} hint="Commas between several; empty is all." />
      ))}
      <NumberField name="filters/min_views" label="Views, at least" min={0} />
      <FormActions submit="Create webhook" onCancel={onCancel} />
    </Form>
  );
}

function filtersOf(values: FormValues): { [name: string]: string[] | number } {
  const given = labels.flatMap(([name]) => {
    const texts = (values.text(`filters/${name}`) ?? '').split(',').map((one) => one.trim());
    const known = texts.filter((text) => text !== '');
    return known.length > 0 ? [[name, known] as const] : [];
  });
  const views = values.number('filters/min_views');
  return { ...Object.fromEntries(given), ...(views === undefined ? {} : { min_views: views }) };
}

type RotateFormProps = {
  name: string;
  id: string;
  onRotated: (endpoint: EndpointWithSecret) => void;
  onCancel: () => void;
};

function RotateForm({ name, id, onRotated, onCancel }: RotateFormProps) {
  return (
    <Form label="Rotate secret" onSubmit={async () => onRotated(await rotateWebhookSecret(id))}>
      <p className="text-muted wrap-anywhere">
        <span className="text-ink">{name}</span> gets a new secret. For 24 hours deliveries are signed with the old one
        too; by then the receiver has to know the new one.
      </p>
      <FormActions submit="Rotate secret" onCancel={onCancel} />
    </Form>
  );
}

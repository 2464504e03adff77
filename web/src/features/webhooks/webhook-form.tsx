// WebhookForm: creates or edits a webhook, with a preview of the hooks its filters match today.
import type { NewWebhook, Webhook } from '@hookline/sdk';
import { useEffect, useRef, useState } from 'react';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { FilterBuilder } from '../filters/filter-builder.tsx';
import { FilterMatches } from '../filters/filter-matches.tsx';
import { findFilterError, toBody } from '../filters/form-filters.ts';
import type { HookFilters } from '../filters/hook-filters.ts';
import { EventFields } from './event-fields.tsx';

type WebhookFormProps = {
  /** The webhook to edit; undefined to create one. */
  webhook?: Webhook;
  initial: HookFilters;
  onSubmit: (input: NewWebhook) => Promise<unknown>;
  onCancel: () => void;
};

export function WebhookForm({ webhook, initial, onSubmit, onCancel }: WebhookFormProps) {
  const fields = useRef<HTMLDivElement>(null);
  const [filters, setFilters] = useState(initial);
  const [url, setUrl] = useState(webhook?.webhook_url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  // The form loads after its dialog opens, so the dialog has no field to focus.
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  const action = webhook ? 'Save' : 'Create webhook';
  const [events, setEvents] = useState<Webhook['events']>(webhook?.events ?? ['hooks.new']);
  const input = { webhook_url: url.trim(), description: description.trim() || null, filters: toBody(filters), events };
  const missing =
    input.webhook_url === ''
      ? 'Enter a URL.'
      : events.length === 0
        ? 'Choose at least one event.'
        : findFilterError(filters);
  return (
    <Form onSubmit={() => onSubmit(input)} label={action}>
      <div ref={fields} className="stack gap-4">
        <TextField
          name="webhook_url"
          label="URL"
          type="url"
          inputMode="url"
          placeholder="https://example.com/hooks"
          hint="A public HTTPS endpoint that returns 2xx within 15 seconds."
          maxLength={2000}
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          name="description"
          label="Description"
          hint="For example “script generator, production”."
          maxLength={200}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
      <EventFields chosen={events} onChange={setEvents} />
      <FilterBuilder value={filters} onChange={setFilters} />
      <FilterMatches state={filters} />
      <FormActions submit={action} disabled={missing !== undefined} onCancel={onCancel}>
        {missing && <span className="text-xs text-muted">{missing}</span>}
        <span className="ml-auto">
          <ApiCall
            call={{
              method: webhook ? 'PATCH' : 'POST',
              path: webhook ? `/webhooks/${webhook.webhook_id}` : '/webhooks',
              body: { ...input, webhook_url: input.webhook_url || 'https://example.com/hooks' },
            }}
            title="Do this with the API"
          />
        </span>
      </FormActions>
    </Form>
  );
}

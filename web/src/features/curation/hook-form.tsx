// HookForm: the fields of a hook that a curator can edit. Sends only changed fields.
import { type HookChange, useValues } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, ButtonRow } from '../../kit/forms/button.tsx';
import { SelectField, TextArea, TextField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { fieldTitles, labelFields } from '../bulk/label-fields.ts';

const fields = ['text', ...labelFields, 'platform', 'language', 'template'] as const;

export function HookForm({ hook, onSave }: { hook: ReviewedHook; onSave: (body: HookChange) => Promise<void> }) {
  const values = useValues();
  const submit = async (input: FormValues) => {
    const body = changesOf(hook, input);
    if (Object.keys(body).length === 0) return toast('No changes to save.');
    await onSave(body);
    toast(hook.state === 'published' ? 'Saved and published.' : 'Saved.');
  };
  if (!values) return <Skeleton className="h-80 w-full" />;
  return (
    <Form onSubmit={submit} label="Edit hook">
      <TextArea name="text" label="Text" dir="auto" rows={2} defaultValue={hook.text} maxLength={500} />
      <div className="grid grid-cols-2 gap-4">
        {labelFields.map((name) => (
          <SelectField
            key={name}
            name={name}
            label={fieldTitles[name]}
            defaultValue={hook[name] ?? ''}
            options={[
              ...(hook[name] === null ? [{ value: '', label: 'Unknown' }] : []),
              ...values[name].map((term) => ({ value: term.id, label: term.name })),
            ]}
          />
        ))}
        <TextField name="platform" label="Platform" defaultValue={hook.platform} maxLength={40} />
        <TextField name="language" label="Language" defaultValue={hook.language ?? ''} placeholder="en, pt-BR" />
      </div>
      <TextArea
        name="template"
        label="Template"
        hint="The text with its specifics replaced by [slots]."
        rows={2}
        defaultValue={hook.template ?? ''}
        maxLength={500}
      />
      <ButtonRow>
        <Button type="submit" kind={hook.state === 'pending' ? 'secondary' : 'primary'}>
          Save changes
        </Button>
      </ButtonRow>
    </Form>
  );
}

function changesOf(hook: ReviewedHook, input: FormValues): HookChange {
  const changed = fields.flatMap((name) => {
    const value = input.text(name) ?? '';
    return value === (hook[name] ?? '') ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changed);
}

// The fields of a hook that a curator may change. Only what was changed is sent; the wording is its source's.
import type { ReviewedHook } from '../../../../src/catalog/curation/review.ts';
import { type HookChange, useValues } from '../../api/curation.ts';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField, TextArea, TextField } from '../../kit/forms/field.tsx';
import { ButtonRow, Form, type FormValues } from '../../kit/forms/form.tsx';
import { toast } from '../../kit/overlay/toast.tsx';

const labels = { archetype: 'Archetype', emotional_trigger: 'Emotion', niche: 'Niche', format: 'Format' } as const;
const labelNames = Object.keys(labels) as (keyof typeof labels)[];
const fields = [...labelNames, 'platform', 'language', 'template'] as const;

export function HookForm({ hook, onSave }: { hook: ReviewedHook; onSave: (body: HookChange) => Promise<void> }) {
  const values = useValues();
  const submit = async (given: FormValues) => {
    const body = changesOf(hook, given);
    if (Object.keys(body).length === 0) return toast('Nothing was changed.');
    await onSave(body);
    toast(hook.state === 'published' ? 'Saved. Clients see it now.' : 'Saved.');
  };
  if (!values) return <Skeleton className="h-80 w-full" />;
  return (
    <Form onSubmit={submit} label="Change hook">
      <div className="grid grid-cols-2 gap-4">
        {labelNames.map((name) => (
          <SelectField
            key={name}
            name={name}
            label={labels[name]}
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
        hint="The line with its specifics replaced by [slots]."
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

function changesOf(hook: ReviewedHook, given: FormValues): HookChange {
  const changed = fields.flatMap((name) => {
    const value = given.text(name) ?? '';
    return value === (hook[name] ?? '') ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changed);
}

// HookEditor: text and labels of a hook, edited in its row. Enter saves, Escape cancels.
import { type KeyboardEvent, useEffect } from 'react';
import { type HookChange, useValues } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField, TextArea, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { fieldTitles, labelFields } from './label-fields.ts';
import { focusRow } from './use-selection.ts';

type HookEditorProps = {
  hook: ReviewedHook;
  /** Called with the changed fields, unless none changed. Errors it throws are shown. */
  onSave: (changes: HookChange) => Promise<unknown>;
  onClose: () => void;
};

const fields = ['text', ...labelFields, 'language'] as const;
/** Errors of the request refer to these names. */
const nameOf = (field: (typeof fields)[number]) => `set/${field}`;

export function HookEditor({ hook, onSave, onClose }: HookEditorProps) {
  const values = useValues();
  useEffect(() => {
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
    field?.closest('li')?.scrollIntoView({ block: 'nearest' });
    return () => focusRow(hook.id);
  }, [hook.id]);
  const save = async (input: FormValues) => {
    const changes = fields.flatMap((name) => {
      const value = input.text(nameOf(name)) ?? '';
      return value === (hook[name] ?? '') ? [] : [[name, value] as const];
    });
    if (changes.length > 0) await onSave(Object.fromEntries(changes));
    onClose();
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const field = event.target as HTMLElement;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.shiftKey && field.matches('textarea'))
      field.closest('form')?.requestSubmit();
    else return;
    event.preventDefault();
  };
  if (!values) return <Skeleton className="h-40 w-full" />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields in it
    <div className="relative z-1 stack min-w-0 flex-1" onKeyDown={press}>
      <Form label="Edit hook" onSubmit={save}>
        <TextArea
          name={nameOf('text')}
          label="Text"
          hideLabel
          autoFocus
          dir="auto"
          rows={Math.min(6, Math.ceil(hook.text.length / 80) + hook.text.split('\n').length - 1)}
          defaultValue={hook.text}
          hint={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              Enter saves, Esc cancels.
              {hook.raw_text !== null && <RawText text={hook.raw_text} />}
            </span>
          }
        />
        <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
          {labelFields.map((name) => (
            <SelectField
              key={name}
              name={nameOf(name)}
              label={fieldTitles[name]}
              defaultValue={hook[name] ?? ''}
              options={[
                ...(hook[name] === null ? [{ value: '', label: 'Unknown' }] : []),
                ...values[name].map((term) => ({ value: term.id, label: term.name })),
              ]}
            />
          ))}
          <TextField name={nameOf('language')} label={fieldTitles.language} defaultValue={hook.language ?? ''} />
        </div>
        <FormActions submit="Save" onCancel={onClose} />
      </Form>
    </div>
  );
}

/** Puts the text of the source into the field, as a point to start from. */
function RawText({ text }: { text: string }) {
  return (
    <Button
      small
      kind="ghost"
      onClick={({ currentTarget }) => {
        const field = currentTarget.closest('form')?.querySelector('textarea');
        if (field) field.value = text;
        field?.focus();
      }}
    >
      Use source text
    </Button>
  );
}

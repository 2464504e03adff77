// NoteField: the note of a saved hook, edited in place. Enter or leaving the field saves, Escape keeps the old note.
import { useId, useRef, useState } from 'react';
import { Button } from '../../kit/forms/button.tsx';
import { describeError } from '../../kit/page/describe-error.ts';

const maxLength = 500;
/** The remaining length is shown from this length on. */
const nearLimit = 400;

type NoteFieldProps = {
  /** Text or id of the hook. */
  name: string;
  note: string | null;
  /** undefined for view-only members. */
  onSave: ((note: string | null) => Promise<void>) | undefined;
};

export function NoteField({ name, note, onSave }: NoteFieldProps) {
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = (isByKeyboard: boolean) => {
    setDraft(undefined);
    setError(undefined);
    if (isByKeyboard) requestAnimationFrame(() => button.current?.querySelector('button')?.focus());
  };
  async function save(isByKeyboard: boolean): Promise<void> {
    const text = draft?.trim() || null;
    if (isSaving || draft === undefined) return;
    if (text === note) return close(isByKeyboard);
    setSaving(true);
    // The draft stays in the field if saving fails.
    await onSave?.(text).then(
      () => close(isByKeyboard),
      (thrown) => {
        const { title, detail } = describeError(thrown);
        setError(detail ?? title);
      },
    );
    setSaving(false);
  }
  if (!onSave) return note && <p className={noteClass}>{note}</p>;
  if (draft === undefined)
    return (
      <div ref={button} className={note ? 'w-full' : '-ml-2'}>
        {note ? (
          <button
            type="button"
            title="Edit note"
            className={`${noteClass} text-left hover:border-accent`}
            onClick={() => setDraft(note)}
          >
            <span className="sr-only">Note: </span>
            {note}
          </button>
        ) : (
          <Button small kind="ghost" icon="plus" aria-label={`Add note to ${name}`} onClick={() => setDraft('')}>
            Note
          </Button>
        )}
      </div>
    );
  return (
    <div className="grid w-full gap-1">
      <textarea
        aria-label={`Note on ${name}`}
        aria-describedby={id}
        aria-invalid={error !== undefined}
        aria-busy={isSaving}
        className="field h-auto resize-y py-1.5"
        rows={2}
        maxLength={maxLength}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        value={draft}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={() => void save(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close(true);
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          void save(true);
        }}
      />
      <p id={id} className={`text-xs ${error ? 'text-bad' : 'text-muted'}`} role={error && 'alert'}>
        {error ?? 'Enter saves, Shift+Enter starts a line, Esc cancels.'}
        {draft.length >= nearLimit && ` ${draft.length} of ${maxLength} characters.`}
      </p>
    </div>
  );
}

const noteClass = 'block w-full border-l-2 pl-2 whitespace-pre-line text-muted wrap-anywhere';

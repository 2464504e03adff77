// TagsField: the tags of a saved hook: each filters the board, the cross removes it, and one is added by typing.
import { useRef, useState } from 'react';
import { Chip } from '../../kit/display/chip.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { describeError } from '../../kit/page/describe-error.ts';

const maxTags = 10;
export const maxTagLength = 40;

type TagsFieldProps = {
  /** Text or id of the hook. */
  name: string;
  tags: readonly string[];
  /** undefined for view-only members. */
  onAdd: ((tag: string) => Promise<void>) | undefined;
  onRemove: (tag: string) => Promise<void>;
  tag: string;
  onTag: (tag: string) => void;
};

export function TagsField({ name, tags, onAdd, onRemove, tag: active, onTag }: TagsFieldProps) {
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const group = useRef<HTMLFieldSetElement>(null);
  const save = (saving: Promise<void>) =>
    saving.then(
      () => setError(undefined),
      (thrown) => {
        const { title, detail } = describeError(thrown);
        setError(detail ?? title);
        throw thrown;
      },
    );
  async function add(isByKeyboard: boolean): Promise<void> {
    const tag = draft?.trim();
    const isNew = tag !== undefined && tag !== '' && !tags.includes(tag);
    setDraft(isByKeyboard && isNew && tags.length + 1 < maxTags ? '' : undefined);
    // The draft returns to the field if saving fails, unless more was typed meanwhile.
    if (isNew && onAdd) await save(onAdd(tag)).catch(() => setDraft((typed) => typed || tag));
  }
  if (tags.length === 0 && !onAdd) return null;
  return (
    <fieldset
      ref={group}
      aria-label={`Tags of ${name}`}
      className={`flex flex-wrap items-center gap-1 ${tags.length === 0 && draft === undefined ? '-ml-2' : ''}`}
    >
      {tags.map((tag) => (
        <span key={tag} className="inline-flex items-center">
          <Chip isActive={tag === active} onClick={() => onTag(tag)} title={`Show hooks with the tag ${tag}`}>
            {tag}
          </Chip>
          {onAdd && (
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              title="Remove tag"
              className="inline-flex size-6 items-center justify-center rounded-sm text-faint hover:text-ink"
              onClick={() => {
                void save(onRemove(tag)).catch(() => {});
                group.current?.querySelector<HTMLElement>('[data-add]')?.focus();
              }}
            >
              <Icon name="close" className="size-3" />
            </button>
          )}
        </span>
      ))}
      {onAdd &&
        tags.length < maxTags &&
        (draft === undefined ? (
          <Button
            small
            kind="ghost"
            icon="plus"
            data-add
            aria-label={`Add tag to ${name}`}
            onClick={() => setDraft('')}
          >
            Tag
          </Button>
        ) : (
          <input
            aria-label={`New tag of ${name}`}
            aria-invalid={error !== undefined}
            className="field h-7 w-32 text-xs"
            maxLength={maxTagLength}
            // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
            autoFocus
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
            onBlur={() => void add(false)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void add(true);
              if (event.key !== 'Escape') return;
              setDraft(undefined);
              setError(undefined);
            }}
          />
        ))}
      {error && (
        <p role="alert" className="w-full text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

// SaveForm: the collections as checkboxes. Typing narrows them; Enter saves to the first that matches, else to a new one of that name.
import type { Collection } from '@hookline/sdk';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Skeleton } from '../../../kit/display/skeleton.tsx';
import { Button } from '../../../kit/forms/button.tsx';
import { Form, FormActions } from '../../../kit/forms/form.tsx';
import { Checkbox } from '../../../kit/forms/toggle.tsx';
import { toast } from '../../../kit/overlay/toast.tsx';
import { DialogContext } from '../../../kit/overlay/top-dialog.ts';
import { formatNumber } from '../../../kit/page/format.ts';
import { namesOf, saveToCollections } from './save-to-collections.ts';

const maxNameLength = 100;
/** Default name of the first collection. */
const firstName = 'Saved hooks';

type SaveFormProps = {
  ids: readonly string[];
  /** undefined while loading. */
  collections: readonly Collection[] | undefined;
  /** Ids of the collections that contain the hook. */
  holding: ReadonlySet<string>;
  onClose: () => void;
};

export function SaveForm({ ids, collections: loaded, holding, onClose }: SaveFormProps) {
  const collections = loaded ?? [];
  const [typed, setTyped] = useState<string>();
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [created, setCreated] = useState<readonly string[]>([]);
  const [isWaiting, setWaiting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isReady = isWaiting && loaded !== undefined;
  useEffect(() => {
    if (isReady) field.current?.form?.requestSubmit();
  }, [isReady]);
  const text = (typed ?? (loaded?.length === 0 ? firstName : '')).trim();
  const shown = collections.filter(({ name }) => isLike(name, text));
  const isNew = text !== '' && ![...collections.map(({ name }) => name), ...created].some((name) => isSame(name, text));
  const [match] = text === '' ? [] : shown;
  // A hook that is in no collection goes to the one that was used last, unless another is named.
  const [last] = collections.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
  const suggested = holding.size === 0 && text === '' && created.length === 0 ? last : undefined;
  const isTicked = (one: Collection) =>
    ticks.get(one.collection_id) ?? (holding.has(one.collection_id) || one === suggested);
  const add = collections.filter((one) => (isTicked(one) && !holding.has(one.collection_id)) || one === match);
  const create = isNew && !match ? [...created, text] : created;
  const isNowhere = loaded !== undefined && holding.size + add.length + create.length === 0;
  const left = collections.filter((one) => holding.has(one.collection_id) && !isTicked(one));

  function tick(id: string, isOn: boolean): void {
    setTicks((now) => new Map(now).set(id, isOn));
    setTyped('');
  }

  function addNew(): void {
    setCreated((now) => [...now, text]);
    setTyped('');
    field.current?.focus();
  }

  async function save(): Promise<void> {
    // Sent once the collections are loaded.
    setWaiting(!loaded);
    if (!loaded) return;
    const done = await saveToCollections(ids, {
      add,
      remove: left,
      create,
      onCreated: (name, { collection_id }) => {
        setCreated((now) => now.filter((one) => one !== name));
        tick(collection_id, true);
      },
    });
    onClose();
    toast(done ?? 'Nothing changed.');
  }

  return (
    // Typed text is not worth a confirmation, so the dialog closes without one.
    <DialogContext value={null}>
      <Form label="Save to collections" onSubmit={save}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between what is inside */}
        <div className="stack gap-3" onKeyDown={moveByArrows}>
          <input
            ref={field}
            className="field"
            aria-label="Find or create a collection"
            aria-describedby="save-hint"
            placeholder="Find or create a collection"
            maxLength={maxNameLength}
            autoComplete="off"
            value={typed ?? text}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p id="save-hint" role="status" className="min-h-4 text-xs text-muted wrap-anywhere">
            {loaded &&
              (match
                ? `Saves to ${match.name}.`
                : isNew
                  ? `Creates the collection “${text}”.`
                  : isNowhere && 'Choose a collection, or name a new one.')}
          </p>
          <div className="stack max-h-72 gap-2.5 overflow-y-auto p-0.5">
            {!loaded && <Skeleton className="h-20 w-full" />}
            {shown.map((one) => (
              <Checkbox
                key={one.collection_id}
                name={one.collection_id}
                label={
                  <span className="wrap-anywhere">
                    {one.name} <span className="text-faint">{formatNumber(one.hooks)}</span>
                  </span>
                }
                checked={isTicked(one)}
                onChange={(isOn) => tick(one.collection_id, isOn)}
              />
            ))}
            {created.map((name) => (
              <Checkbox
                key={name}
                name={name}
                label={<span className="wrap-anywhere">{name}</span>}
                hint="New"
                checked
                onChange={() => setCreated((now) => now.filter((one) => one !== name))}
              />
            ))}
          </div>
          {isNew && match && (
            <div>
              <Button small icon="plus" onClick={addNew}>
                <span className="block max-w-80 truncate">Create “{text}”</span>
              </Button>
            </div>
          )}
          {left.length > 0 && (
            <p role="status" className="text-xs text-warn">
              The hook’s note and tags in {namesOf(left)} are deleted.
            </p>
          )}
        </div>
        <FormActions submit="Save" disabled={isNowhere} onCancel={onClose} />
      </Form>
    </DialogContext>
  );
}

const isLike = (name: string, text: string) => name.toLowerCase().includes(text.toLowerCase());
const isSame = (name: string, text: string) => name.toLowerCase() === text.toLowerCase();

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

// Toasts: only for results that are not visible on the page. `toast` and `toastError` can be called from anywhere.
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Banner } from '../display/banner.tsx';
import { Button, IconButton, LinkButton } from '../forms/button.tsx';
import { describeError } from '../page/describe-error.ts';
import { useTopDialog } from './top-dialog.ts';

/** A link to the result of the change, or a function that undoes it. */
type ToastLink = readonly [text: string, to: string | (() => void)];
type Message = { id: number; text: string; tone: 'good' | 'bad'; links: readonly ToastLink[] };

let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function toast(text: string, tone: Message['tone'] = 'good', ...links: ToastLink[]): void {
  const id = ++lastId;
  // A newer result replaces the older one. Errors stay, without duplicates.
  const others = messages.filter((one) => one.text !== text && (one.tone === 'bad' || tone === 'bad'));
  change([...others.slice(-2), { id, text, tone, links }]);
  // Errors stay until dismissed, because they describe what to do.
  if (tone === 'good') setTimeout(() => dismiss(id), 8000);
}

/** Shows the error of a `catch` block. */
export function toastError(error: unknown): void {
  const { title, detail } = describeError(error);
  toast(detail ?? title, 'bad');
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => messages);
  const dialog = useTopDialog();
  const list = (
    // A popover is above all dialogs. It is shown from the start, because screen readers announce only what is added to a visible region.
    <div
      ref={showPopover}
      popover="manual"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-auto bottom-20 flex h-auto w-auto flex-col items-center gap-2 overflow-visible bg-transparent text-ink lg:bottom-4"
    >
      {shown.map(({ id, text, tone, links }) => (
        <div key={id} className="pointer-events-auto w-full max-w-110">
          <Banner
            tone={tone}
            title={text}
            action={
              <span className="flex items-center gap-1">
                {links.map(([name, to]) =>
                  typeof to === 'string' ? (
                    <LinkButton key={name} small href={to}>
                      {name}
                    </LinkButton>
                  ) : (
                    <Button key={name} small onClick={to}>
                      {name}
                    </Button>
                  ),
                )}
                <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
              </span>
            }
          />
        </div>
      ))}
    </div>
  );
  // The list is in the dialog, since its buttons could not be used elsewhere.
  return dialog ? createPortal(list, dialog) : list;
}

function showPopover(element: HTMLElement | null): void {
  if (element && !element.matches(':popover-open')) element.showPopover();
}

function dismiss(id: number): void {
  change(messages.filter((one) => one.id !== id));
}

function change(next: readonly Message[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

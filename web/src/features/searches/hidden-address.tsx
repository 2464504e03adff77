// HiddenAddress: a note that the secret URL of a feed or a share page works but cannot be shown, and how to replace it.

/** The service cannot decrypt the URL after a change of the operator key. */
export const isHidden = (url: string) => url.endsWith('/hidden');

export function HiddenAddress({ action }: { action: string }) {
  return (
    <p className="text-warn">
      This URL can no longer be shown, but still works where it is in use. To get a new one to copy, choose {action}.
    </p>
  );
}

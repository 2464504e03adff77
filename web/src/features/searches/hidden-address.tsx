// HiddenAddress: says that the secret address of a feed or a share page works but cannot be shown, and what replaces it.

/** The service cannot decrypt it after a change of the operator key. */
export const isHidden = (url: string) => url.endsWith('/hidden');

export function HiddenAddress({ action }: { action: string }) {
  return (
    <p className="text-warn">
      This address cannot be shown, since the key of this service has changed. Whoever has it can go on reading. For an
      address that you can copy, choose {action}.
    </p>
  );
}

// IssuedKeyView: shows a new API key once, with a first call to try.
import { useEffect } from 'react';
import type { IssuedKey } from '../../api/openapi.ts';
import { rememberKey } from '../../kit/code/remembered-key.ts';
import { Secret } from '../../kit/code/secret.tsx';
import { FirstCalls } from './first-calls.tsx';

type IssuedKeyProps = {
  issued: IssuedKey;
  onStored: () => void;
  /** The customer's name, if the key is not the user's own. Such keys are not remembered in this tab. */
  holder?: string;
};

export function IssuedKeyView({ issued: { key }, onStored, holder }: IssuedKeyProps) {
  useEffect(() => {
    if (holder === undefined) rememberKey(key);
  }, [key, holder]);
  return (
    <div className="stack gap-5">
      <p className="text-muted wrap-anywhere">
        You won’t see this key again. Anyone with the key can use the API as {holder ?? 'you'}.
      </p>
      <Secret label="API key" value={key} onStored={onStored}>
        <div className="stack gap-2">
          <h3 className="font-medium">Try it</h3>
          <FirstCalls apiKey={key} isOwn={holder === undefined} />
        </div>
      </Secret>
    </div>
  );
}

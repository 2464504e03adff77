// A key that was just issued: shown this once, with the first call that it can make.
import { useEffect } from 'react';
import type { IssuedKey } from '../../../../src/auth/key.ts';
import { Code } from '../../kit/code/code.tsx';
import { rememberKey } from '../../kit/code/known-key.ts';
import { Secret } from '../../kit/code/secret.tsx';

type IssuedKeyProps = {
  issued: IssuedKey;
  onStored: () => void;
  /** The customer whose key it is, where it is not the reader's: then this tab does not remember it. */
  holder?: string;
};

export function IssuedKeyView({ issued: { key }, onStored, holder }: IssuedKeyProps) {
  useEffect(() => {
    if (holder === undefined) rememberKey(key);
  }, [key, holder]);
  return (
    <div className="stack gap-5">
      <p className="text-muted wrap-anywhere">
        It is shown this once: only a hash of it is kept. Who has it can read as {holder ?? 'you'}.
      </p>
      <Secret label="API key" value={key} onStored={onStored}>
        <div className="stack gap-2">
          <h3 className="font-medium">{holder === undefined ? 'Your first call' : 'A first call'}</h3>
          <Code label="First call" wrap>
            {firstCall(key)}
          </Code>
        </div>
      </Secret>
    </div>
  );
}

export function firstCall(key: string): string {
  return `curl "${location.origin}/hooks?limit=3" \\\n  -H "Authorization: Bearer ${key}"`;
}

// Crash: replaces a page that threw, with the ID under which the service logged the error. A separate chunk.
import { useEffect, useState } from 'react';
import { request } from '../api/client.ts';
import { Banner } from '../kit/display/banner.tsx';
import { Button } from '../kit/forms/button.tsx';
import { CopyButton } from '../kit/forms/copy-button.tsx';
import { isChunkMissing } from './new-build.ts';

export function Crash({ error }: { error: unknown }) {
  const [errorId, setErrorId] = useState<string>();
  const isMissing = isChunkMissing(error);
  useEffect(() => {
    if (!isMissing) report(error).then(setErrorId, () => {});
  }, [error, isMissing]);
  return (
    <div role="alert">
      <Banner
        tone="bad"
        title={isMissing ? 'This page could not be loaded' : 'This page stopped working'}
        action={
          <Button small icon="refresh" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        <p>
          {isMissing
            ? 'Part of it was not loaded. Reload it; if that fails, check your connection.'
            : `Reload to continue. If it happens again, contact us${errorId ? ' with the error ID' : ''}.`}
        </p>
        {errorId && (
          <p className="flex items-center gap-1 text-xs">
            Error ID <code className="font-mono">{errorId}</code>
            <CopyButton text={errorId} label="Copy error ID" />
          </p>
        )}
      </Banner>
    </div>
  );
}

async function report(error: unknown): Promise<string> {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const body = { path: location.pathname.slice(0, 200), message: message.slice(0, 500), stack: stack.slice(0, 4000) };
  return (await request<{ error_id: string }>('POST', '/page-errors', { body })).error_id;
}

// Crash: what is shown in place of a page that threw, with the ID under which the service logged the error. A separate chunk.
import { useEffect, useState } from 'react';
import { request } from '../api/client.ts';
import { Banner } from '../kit/display/banner.tsx';
import { Button } from '../kit/forms/button.tsx';
import { CopyButton } from '../kit/forms/copy-button.tsx';

/** The texts of Chromium, Firefox and Safari. */
const chunkIsMissing = /dynamically imported module|module script failed/i;

export function Crash({ error }: { error: unknown }) {
  const [errorId, setErrorId] = useState<string>();
  const isOfNetwork = error instanceof Error && chunkIsMissing.test(error.message);
  useEffect(() => {
    if (!isOfNetwork) report(error).then(setErrorId, () => {});
  }, [error, isOfNetwork]);
  return (
    <div role="alert">
      <Banner
        tone="bad"
        title={isOfNetwork ? 'This page could not be loaded' : 'This page stopped working'}
        action={
          <Button small icon="refresh" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        <p>
          {isOfNetwork
            ? 'Check your connection, then reload it.'
            : `Reload it to go on. If it happens again, write to us${errorId ? ' with the error ID' : ''}.`}
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

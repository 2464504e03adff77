// FileHelp: how to add or change a file source. A session may not, since files are read with the rights of the service.
import type { Source } from '../../../api/openapi.ts';
import { Code } from '../../../kit/code/code.tsx';
import { Button, ButtonRow, LinkButton } from '../../../kit/forms/button.tsx';

export function FileHelp({ source, onBack }: { source: Source | undefined; onBack?: () => void }) {
  const command = source
    ? `npx hookline admin sources update ${quoted(source.name)} --every ${quoted(source.runs_every)}`
    : 'npx hookline admin sources add reels /srv/hooks/reels --every 4h';
  return (
    <div className="stack gap-4">
      <p>
        Files on the server are read with the rights of the service, so {source ? 'changing' : 'adding'} such a source
        needs the operator key. Run this on the server:
      </p>
      <Code label="Command" wrap>
        {command}
      </Code>
      {!source && (
        <ul className="list-disc pl-4 text-muted">
          <li>
            The directory must be one that{' '}
            <a href="/docs/sources#files-on-the-server" className="underline underline-offset-2">
              the service may read
            </a>
            .
          </li>
          <li>
            Add <code className="font-mono text-xs">--dry-run</code> for a preview.
          </li>
        </ul>
      )}
      <ButtonRow>
        {onBack && (
          <Button autoFocus onClick={onBack}>
            Back
          </Button>
        )}
        {!source && <LinkButton href="/console/imports">Import files</LinkButton>}
      </ButtonRow>
    </div>
  );
}

const quoted = (text: string) => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

// SecretForm: sets a secret that a source needs. Its value is sent once and never shown again.
import type { ReactNode } from 'react';
import { Code } from '../../../kit/code/code.tsx';
import { Banner } from '../../../kit/display/banner.tsx';
import { Button, ButtonRow } from '../../../kit/forms/button.tsx';
import { TextField } from '../../../kit/forms/field.tsx';
import { Form, FormActions } from '../../../kit/forms/form.tsx';
import { useSession } from '../../../shell/session.tsx';
import { setSecret } from '../source-client.ts';

type SecretFormProps = { name: string; onSet: () => Promise<void>; onBack: () => void };

/** Only owners may set secrets. */
export const useIsOwner = (): boolean => useSession().permissions.includes('system');

const labels: Readonly<Record<string, [label: string, hint: ReactNode]>> = {
  youtube: [
    'API key of YouTube',
    <>
      In the{' '}
      <a
        href="https://console.cloud.google.com/apis/credentials"
        target="_blank"
        rel="noreferrer"
        className="underline"
      >
        Google Cloud console
      </a>
      , enable YouTube Data API v3 and create an API key.
    </>,
  ],
  apify: [
    'API token of Apify',
    <>
      In Apify under{' '}
      <a href="https://console.apify.com/settings/integrations" target="_blank" rel="noreferrer" className="underline">
        Settings, API & Integrations
      </a>
      .
    </>,
  ],
};

export function SecretForm({ name, onSet, onBack }: SecretFormProps) {
  const isOwner = useIsOwner();
  const [label, hint] = labels[name] ?? [`Secret ${name}`, 'As the API expects it'];
  if (!isOwner)
    return (
      <div className="stack gap-4">
        <Banner title={`The secret ${name} is missing`}>Only owners can set it. Ask one to run:</Banner>
        <Code label="Set the secret">{`npx hookline admin secrets set ${name}`}</Code>
        <ButtonRow>
          <Button kind="primary" onClick={() => void onSet()}>
            Try again
          </Button>
          <Button kind="ghost" onClick={onBack}>
            Back
          </Button>
        </ButtonRow>
      </div>
    );
  return (
    <Form
      isDraft
      onSubmit={async (input) => {
        await setSecret(name, input.text('value') ?? '');
        await onSet();
      }}
    >
      <TextField
        autoFocus
        name="value"
        type="password"
        label={label}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
      />
      <p className="text-xs text-muted">
        Stored encrypted as the secret <code className="font-mono">{name}</code> and never shown again. All sources can
        use it.
      </p>
      <FormActions submit="Save secret" icon="key" onCancel={onBack} />
    </Form>
  );
}

// AskDialog: requests a creator or topic from the operator, above the account's earlier requests.
import type { SourceRequest } from '@hookline/sdk';
import { request } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { Time } from '../../kit/display/time.tsx';
import { TextArea, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { capitalized, plural } from '../../kit/page/format.ts';

const path = '/source-requests';

export default function AskDialog({ words, onClose }: { words: string | undefined; onClose: () => void }) {
  const { data: asked = [], mutate } = useApi<SourceRequest[]>(path);
  return (
    <Dialog isOpen onClose={onClose} title="Request a creator or topic" wide>
      <div className="stack gap-6">
        <Form
          label="Request a creator or topic"
          onSubmit={async (values) => {
            await request('POST', path, { body: { location: values.text('location'), reason: values.text('reason') } });
            await mutate();
            toast('Request sent. You get an email when its hooks arrive, or if it is declined.');
            onClose();
          }}
        >
          <TextField
            name="location"
            label="Creator or topic"
            hint="The link to a channel, profile or playlist, or the words of a topic."
            placeholder="https://www.tiktok.com/@name"
            defaultValue={words}
            maxLength={500}
          />
          <TextArea name="reason" label="Reason" hint="Optional. What you need it for." rows={2} maxLength={500} />
          <FormActions submit="Send request" onCancel={onClose} />
        </Form>
        {asked.length > 0 && (
          <section className="stack gap-2">
            <h3 className="font-medium">Your requests</h3>
            <ul className="divide-y rounded-md border">
              {asked.map((one) => (
                <Asked key={one.request_id} request={one} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function Asked({ request: { location, state, hooks, answer, created_at } }: { request: SourceRequest }) {
  return (
    <li className="flex items-start justify-between gap-4 px-3 py-2">
      <div className="min-w-0 wrap-anywhere">
        <p dir="auto">{location}</p>
        {answer && <p className="whitespace-pre-line text-muted">{answer}</p>}
        <p className="text-xs text-muted">
          <Time at={created_at} />
          {hooks > 0 && ` · ${plural(hooks, 'hook')}`}
        </p>
      </div>
      <Badge tone={state === 'collected' ? 'good' : state === 'pending' ? 'warn' : 'neutral'}>
        {capitalized(state)}
      </Badge>
    </li>
  );
}

// SampleData: shown while sample hooks are published, with the button that removes them.
import { useState } from 'react';
import { hooksPath, readHooks, removeSampleHooks } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';

const query = { source: 'sample', state: 'published', limit: 1 };

export function SampleData({ onRemoved, isBare }: { onRemoved: () => void; isBare?: boolean }) {
  const { data, mutate } = useApi([hooksPath, query], () => readHooks(query));
  const [isOpen, setOpen] = useState(false);
  if (!data?.total) return null;
  const hooks = plural(data.total, 'sample hook');
  const button = (
    <Button small={isBare} onClick={() => setOpen(true)}>
      Remove sample data
    </Button>
  );
  return (
    <>
      {isBare ? (
        button
      ) : (
        <Banner tone="neutral" title={`Includes ${hooks}`} action={button}>
          An import that publishes 1,000 hooks or more removes them, too.
        </Banner>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Remove sample data"
        action="Remove sample data"
        onConfirm={async () => {
          await removeSampleHooks();
          await mutate();
          onRemoved();
          toast(`${hooks} removed.`);
        }}
      >
        <p>
          {hooks} will be retired. Customers no longer see them, and <code>GET /hooks/{'{id}'}</code> returns 410.
        </p>
      </ConfirmDialog>
    </>
  );
}

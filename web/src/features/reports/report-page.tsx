// /report: anyone can request that a hook is taken down. The outcome does not reveal whether the hook exists.
import { useEffect, useRef, useState } from 'react';
import type { ReportReceipt } from '../../api/openapi.ts';
import { Id } from '../../kit/code/code.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import type { FormValues } from '../../kit/forms/form.tsx';
import { ReportForm } from './report-form.tsx';
import { sendReport } from './takedown-client.ts';

export function ReportPage() {
  const [receipt, setReceipt] = useState<ReportReceipt>();
  const submit = async ({ text }: FormValues) =>
    setReceipt(
      await sendReport({
        hook_id: text('hook_id'),
        url: text('url'),
        reason: text('reason'),
        email: text('email'),
        details: text('details'),
      }),
    );
  return (
    <div className="stack mx-auto max-w-140 gap-6 md:pt-4">
      {receipt ? (
        <Received receipt={receipt} />
      ) : (
        <>
          <PageHeader
            title="Report a hook"
            description="Is one of our hooks yours, about you, or harmful? A person reads every report and can take the hook down."
          />
          <ReportForm onSubmit={submit} />
        </>
      )}
    </div>
  );
}

/** Takes the focus from the form it replaces. */
function Received({ receipt }: { receipt: ReportReceipt }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1} className="stack gap-6 outline-none">
      <PageHeader title="Report received" />
      <p>
        A person reads it and writes to you only if something is unclear. Your report ID is <Id>{receipt.report_id}</Id>
      </p>
      <p className="text-muted">
        A hook that is taken down disappears from the catalog within a minute, with its video and creator, and can’t be
        imported again. Copies that customers already downloaded stay, but the API lists the hook for deletion.
      </p>
      <div>
        <LinkButton href="/">Go to home page</LinkButton>
      </div>
    </div>
  );
}

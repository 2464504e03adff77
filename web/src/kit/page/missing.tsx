// MissingPage: no record has the ID in the URL, so a retry would not help. Links back to the list.
import { HooklineError } from '@hookline/sdk';
import { EmptyState } from '../display/empty-state.tsx';
import { PageBody, PageHeader } from '../display/page-header.tsx';
import { LinkButton } from '../forms/button.tsx';

type MissingPageProps = {
  /** "Account" */
  what: string;
  id: string;
  list: { href: string; title: string };
  /** Reason why a record that existed is gone. */
  gone?: string | false;
};

export function MissingPage({ what, id, list, gone }: MissingPageProps) {
  return (
    <PageBody>
      <PageHeader title={`${what} not found`} parent={list} />
      <EmptyState
        title={gone ? `${id.slice(0, 40)} is gone` : `No ${what.toLowerCase()} has the ID ${id.slice(0, 40)}`}
        action={
          <LinkButton kind="primary" href={list.href}>
            Back to {list.title.toLowerCase()}
          </LinkButton>
        }
      >
        {gone || 'Check that you copied the whole ID, or that it was not deleted.'}
      </EmptyState>
    </PageBody>
  );
}

export const isMissing = (error: unknown) => error instanceof HooklineError && error.status === 404;

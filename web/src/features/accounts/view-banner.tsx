// ViewBanner: shown on every dashboard page while an operator views an account, with a button to exit.
import { useEffect } from 'react';
import { mutate } from 'swr';
import { sessionKey } from '../../api/client.ts';
import type { AccountView } from '../../api/openapi.ts';
import { endView } from '../../api/operator-accounts.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';

export default function ViewBanner({ view: { account, expires_at } }: { view: AccountView }) {
  useEffect(() => {
    // The server rejects the view from then on, so the reloaded session leads back to the console.
    const timer = setTimeout(() => void mutate(sessionKey), Math.max(0, Date.parse(expires_at) - Date.now()) + 500);
    return () => clearTimeout(timer);
  }, [expires_at]);
  // Reloads the page, so that nothing of the account stays in memory.
  const exit = () => endView().then(() => location.assign(`/console/accounts/${account.id}`), toastError);
  return (
    <div className="mb-6">
      <Banner
        title={`Viewing as ${account.name}, read-only`}
        action={
          <Button small onClick={exit}>
            Exit
          </Button>
        }
      >
        Nothing can be changed. Ends <Time at={expires_at} />. The customer sees this visit under Activity.
      </Banner>
    </div>
  );
}

// UnknownPlatforms: names that files give to platforms outside of the taxonomy, each with a button that approves it.
import { approvePlatform, platformsPath } from '../../api/curation.ts';
import type { Platform } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';

const maxShown = 8;

export function UnknownPlatforms() {
  const { data, mutate } = useApi<{ platforms: Platform[] }>(platformsPath);
  const unknown = data?.platforms.filter((platform) => !platform.is_approved) ?? [];
  if (unknown.length === 0) return null;
  const approve = async (name: string) => {
    await approvePlatform(name).catch(toastError);
    await mutate();
  };
  return (
    <Banner tone="neutral" title={plural(unknown.length, 'unknown platform')}>
      <p>Hooks of unknown platforms have the platform Other. Approve a name, and its hooks get it.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {unknown.slice(0, maxShown).map(({ name, hooks }) => (
          <Button key={name} onClick={() => void approve(name)}>
            Approve {name} ({formatNumber(hooks ?? 0)})
          </Button>
        ))}
      </div>
    </Banner>
  );
}

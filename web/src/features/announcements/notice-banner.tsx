// NoticeBanner: open and upcoming announcements at the top of every dashboard page. All but incidents can be dismissed.
import { useState } from 'react';
import type { Notice } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { IconButton, LinkButton } from '../../kit/forms/button.tsx';
import { toneOf, whenText } from './announcement-text.ts';

const storageKey = 'hookline.dismissed';
/** The key includes the phase, so maintenance that was dismissed while planned appears again when it starts. */
const keyOf = ({ id, phase }: Notice) => `${id} ${phase}`;

export default function NoticeBanner({ notices }: { notices: readonly Notice[] }) {
  const now = useNow();
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(storageKey) ?? '');
  const isDismissed = (notice: Notice) => notice.kind !== 'incident' && dismissed.includes(keyOf(notice));
  const dismiss = (one: Notice) => {
    const keys = notices.filter((notice) => notice === one || isDismissed(notice)).map(keyOf);
    localStorage.setItem(storageKey, keys.join());
    setDismissed(keys.join());
  };
  const shown = notices.filter((notice) => !isDismissed(notice));
  return (
    <div className="stack mb-6 gap-2 empty:hidden">
      {shown.map((notice) => {
        const tone = toneOf(notice);
        return (
          <Banner
            key={notice.id}
            tone={tone === 'bad' || tone === 'warn' ? tone : 'neutral'}
            title={notice.title}
            action={
              <span className="flex items-center gap-1">
                <LinkButton small href={`/status#${notice.id}`}>
                  Details
                </LinkButton>
                {notice.kind !== 'incident' && (
                  <IconButton icon="close" label={`Dismiss ${notice.title}`} onClick={() => dismiss(notice)} />
                )}
              </span>
            }
          >
            {whenText(notice, now)}
          </Banner>
        );
      })}
    </div>
  );
}

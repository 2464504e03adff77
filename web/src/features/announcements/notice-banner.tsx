// NoticeBanner: what is open or near, at the top of every page of the dashboard and the console.
import type { Notice } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { toneOf, whenText } from './announcement-text.ts';

export default function NoticeBanner({ notices }: { notices: readonly Notice[] }) {
  const now = useNow();
  return (
    <div className="stack mb-6 gap-2">
      {notices.map((notice) => {
        const tone = toneOf(notice);
        return (
          <Banner
            key={notice.id}
            tone={tone === 'bad' || tone === 'warn' ? tone : 'neutral'}
            title={notice.title}
            action={
              <LinkButton small href={`/status#${notice.id}`}>
                Details
              </LinkButton>
            }
          >
            {whenText(notice, now)}
          </Banner>
        );
      })}
    </div>
  );
}

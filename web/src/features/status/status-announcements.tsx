// Announcements on /status: open and scheduled ones on top, ended ones below.
import { useEffect } from 'react';
import type { Announcement } from '../../api/openapi.ts';
import { Section } from '../../kit/display/card.tsx';
import { AnnouncementView } from '../announcements/announcement-view.tsx';

type AnnouncementsProps = { announcements: readonly Announcement[] };

export function CurrentAnnouncements({ announcements }: AnnouncementsProps) {
  useScrollToHash();
  const current = announcements.filter(({ phase }) => phase !== 'ended');
  if (current.length === 0) return null;
  return (
    <Section title="Now and planned">
      <Announcements announcements={current} />
    </Section>
  );
}

export function PastAnnouncements({ announcements }: AnnouncementsProps) {
  const past = announcements.filter(({ phase }) => phase === 'ended');
  return (
    <Section title="Past 90 days" description="Incidents, maintenance and announcements.">
      {past.length === 0 ? <p className="text-muted">No announcements.</p> : <Announcements announcements={past} />}
    </Section>
  );
}

function Announcements({ announcements }: AnnouncementsProps) {
  return (
    <div className="stack gap-3">
      {announcements.map((announcement) => (
        <AnnouncementView key={announcement.id} announcement={announcement} />
      ))}
    </div>
  );
}

/** Links of emails, the feed and the banner name an announcement, which is loaded after the page. */
function useScrollToHash(): void {
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id.startsWith('ann_')) document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, []);
}

// SortedBy: the figure that a list is sorted by, next to a hook. A separate chunk. Views and growth are left out, since lists show them
// anyway.
import type { HookDetail } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Count } from '../../kit/display/count.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatDate, plural } from '../../kit/page/format.ts';

type Figure = 'views_per_day' | 'views_vs_creator' | 'likes' | 'saves' | 'creator_videos' | 'published_at' | 'added_at';

const figures: { [name in Figure]: (value: NonNullable<HookDetail[name]>) => ReactNode } = {
  views_per_day: (rate) => (
    <>
      <Count value={rate} /> a day
    </>
  ),
  views_vs_creator: (ratio) => `${ratio}× usual`,
  likes: (likes) => <Count value={likes} unit="likes" />,
  saves: (saves) => <Count value={saves} unit="saves" />,
  creator_videos: (videos) => `${plural(videos, 'video')} of creator`,
  published_at: (at) => <Time at={at} format={formatDate} />,
  added_at: (at) => <Time at={at} />,
};

export default function SortedBy({ hook, sort }: { hook: Partial<HookDetail>; sort?: string | undefined }) {
  const name = sort?.replace('-', '') as Figure;
  const value = hook[name];
  const show = figures[name] as ((value: unknown) => ReactNode) | undefined;
  if (!show || value === null || value === undefined) return null;
  return <span className="text-xs text-muted">{show(value)}</span>;
}

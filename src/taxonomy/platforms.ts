// The platforms; their ids are display names. The set is open-ended: an import may bring a new one. Data only.
import { term } from './term.ts';

const platform = (id: string, description: string, aliases: readonly string[] = []) =>
  term(id, description, aliases, id);

export const platforms = [
  platform('TikTok', 'TikTok.', ['tik_tok', 'tt', 'douyin']),
  platform('YouTube', 'YouTube, both Shorts and long videos.', ['shorts', 'youtube_shorts', 'yt']),
  platform('Reels', 'Instagram Reels.', ['instagram', 'instagram_reels', 'ig', 'ig_reels', 'insta']),
  platform('Facebook', 'Facebook, including Reels.', ['fb', 'facebook_reels', 'meta']),
  platform('Snapchat', 'Snapchat Spotlight.', ['snap', 'spotlight']),
  platform('X', 'X, formerly Twitter.', ['twitter']),
  platform('LinkedIn', 'LinkedIn.', ['linked_in']),
  platform('Pinterest', 'Pinterest.', ['pins']),
  platform('Threads', 'Threads.', []),
  platform('Twitch', 'Twitch clips.', ['twitch_clips']),
  platform('Kwai', 'Kwai.', ['kuaishou']),
  platform('Rumble', 'Rumble.', []),
  platform('Other', 'Any other platform.', ['unknown', 'none']),
] as const;

// Canonical videos: one key for every form of a video's URL, such as `youtube/dQw4w9WgXcQ`.

const host = String.raw`^https?:\/\/(?:[^/?#]*@)?(?:[\w-]+\.)*`;
const port = String.raw`\.?(?::\d*)?`;
const pathTo = String.raw`\/(?:[^?#]*\/)?`;

/** With the id as the first group. Imports test every URL, so URLs are not parsed. Extended forms come first. */
const forms: readonly [site: string, url: RegExp][] = [
  [
    'tiktok',
    new RegExp(String.raw`${host}tiktok\.com${port}${pathTo}(?:video|photo|v\d?|embed)\/(?:v\d\/)?(\d{6,25})`, 'i'),
  ],
  ['youtube', new RegExp(String.raw`${host}youtube\.com${port}\/watch\/?\?(?:[^#]*&)?v=([\w-]{6,20})`, 'i')],
  [
    'youtube',
    new RegExp(
      String.raw`${host}(?:youtube(?:-nocookie)?\.com${port}\/(?:shorts|embed|live|v|watch)|youtu\.be${port})\/([\w-]{6,20})`,
      'i',
    ),
  ],
  ['instagram', new RegExp(String.raw`${host}instagram\.com${port}${pathTo}(?:reels?|p|tv)\/([\w-]{5,40})`, 'i')],
  [
    'facebook',
    new RegExp(
      String.raw`${host}facebook\.com${port}(?:\/watch\/?\?(?:[^#]*&)?v=|${pathTo}(?:reel|videos)\/(?:[^/?#]*\/)?)(\d{6,25})`,
      'i',
    ),
  ],
];

/** Ids by themselves, of platforms whose ids cannot be mistaken for anything else. */
const idForms: Readonly<Record<string, readonly [site: string, id: RegExp]>> = {
  TikTok: ['tiktok', /^\d{18,20}$/],
  YouTube: ['youtube', /^(?=.*[A-Za-z_-])[\w-]{11}$/],
  Reels: ['instagram', /^(?=.*[A-Za-z_-])[\w-]{11}$/],
};

/** The key of a video by its URL, or undefined if the URL names none. */
export function videoOfUrl(url: string): string | undefined {
  for (const [site, form] of forms) {
    const id = form.exec(url)?.[1];
    if (id !== undefined) return `${site}/${id}`;
  }
  return undefined;
}

type Origin = { platform: string | null; source_id: string | null; source_url: string | null };

/** The key of the video that a record comes from: by its URL, else by its id on a known platform. */
export function videoOf({ platform, source_id, source_url }: Origin): string | null {
  const byUrl = source_url === null ? undefined : videoOfUrl(source_url);
  if (byUrl !== undefined) return byUrl;
  const [site, form] = idForms[platform ?? ''] ?? [];
  return source_id !== null && form?.test(source_id) ? `${site}/${source_id}` : null;
}

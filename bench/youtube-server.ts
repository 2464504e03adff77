// The stub of YouTube in a process of its own, with a control server that adds videos. Argument: videos of the first channel, `@known`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startYouTube } from '../test/setup/youtube-stub.ts';
import { isUnchanged, rows } from './catalog-file.ts';

export type YouTubeUrls = { control: string; url: string; key: string };

const stub = await startYouTube();
/** Titles that are published as they are. */
const titled = rows(Number.POSITIVE_INFINITY).filter((row) =>
  isUnchanged(String(row.text), { ...row, platform: 'YouTube' }),
);
const ids: string[] = [];

/** Ids of videos of YouTube have eleven characters. */
const videoId = (n: number) => `bench${String(n).padStart(6, '0')}`;

function upload(handle: string, count: number): void {
  const { id: channelId } = stub.addChannel(handle);
  for (let n = 0; n < count; n++) {
    const { text, views } = titled.next().value ?? {};
    const id = videoId(ids.length);
    stub.put({ id, channelId, title: String(text), views: Number(views) });
    ids.push(id);
  }
}

upload('@known', Number(process.argv[2]));
const commands: Record<string, (query: URLSearchParams) => unknown> = {
  '/upload': (query) => upload(`@${query.get('channel')}`, Number(query.get('count'))),
  '/grow': () => {
    for (const video of ids.map(stub.video)) stub.put({ ...video, views: (video.views ?? 0) + 1000 });
  },
  '/requests': () => stub.count(),
};
const control = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://control');
  res.end(JSON.stringify(commands[pathname]?.(searchParams) ?? null));
});
await once(control.listen(0, '127.0.0.1'), 'listening');
const { port } = control.address() as AddressInfo;
console.log(
  JSON.stringify({ control: `http://127.0.0.1:${port}`, url: stub.url, key: stub.key } satisfies YouTubeUrls),
);

// The program of fake-yt-dlp.ts: prints and writes what yt-dlp would (yt_dlp/YoutubeDL.py: captions, then the info.json, renamed when complete).
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type FakeBehaviour, type FakeVideo, videoUrl } from './fake-yt-dlp.ts';

const [directory = '', ...args] = process.argv.slice(2);
const behaviour: FakeBehaviour = JSON.parse(readFileSync(join(directory, 'behaviour.json'), 'utf8'));
const urls = args.includes('--') ? args.slice(args.indexOf('--') + 1) : [];
const optionOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const cookieFile = optionOf('--cookies');

const cookies = cookieFile && existsSync(cookieFile) ? readFileSync(cookieFile, 'utf8') : null;
const call = { args, urls, pid: process.pid, directory: process.cwd(), names: Object.keys(process.env), cookies };
appendFileSync(join(directory, 'calls.jsonl'), `${JSON.stringify(call)}\n`);
// As the real one does.
if (cookieFile) appendFileSync(cookieFile, '# changed\n');
if (args.includes('--dump-json')) list();
else writeDetails();

function list(): void {
  if (behaviour.listingError !== null) fail(behaviour.listingError);
  else if (behaviour.listingOutput !== null) process.stdout.write(behaviour.listingOutput);
  else
    for (const video of behaviour.videos.slice(0, Number(optionOf('--playlist-end')))) {
      const { id, title, views, listedViews = views, seconds } = video;
      const url = videoUrl(id);
      const entry = { _type: 'url', ie_key: 'TikTok', id, url, title, view_count: listedViews, duration: seconds };
      process.stdout.write(`${JSON.stringify(entry)}\n`);
    }
}

function writeDetails(): void {
  for (const url of urls) {
    const video = behaviour.videos.find((one) => videoUrl(one.id) === url);
    if (!video || video.error !== undefined) fail(`[TikTok] ${video?.id}: ${video?.error ?? 'Video not available'}`);
    else if (!writeVideo(video)) return;
  }
}

/** False if it hangs. */
function writeVideo(video: FakeVideo): boolean {
  const { id, title, views, seconds = 30, size: [width, height] = [720, 1280], captions = {} } = video;
  for (const [language, text] of Object.entries(captions)) writeFileSync(`${id}.${language}.vtt`, text);
  const info = {
    ...{ _type: 'video', id, title, fulltitle: title, view_count: views, duration: seconds, width, height },
    ...{ extractor: 'TikTok', extractor_key: 'TikTok', webpage_url: videoUrl(id), original_url: videoUrl(id) },
    ...{ timestamp: Math.floor(Date.now() / 1000) - 3600, epoch: Math.floor(Date.now() / 1000) },
    ...{ uploader: 'tideclock', cookies: 'sid=do-not-keep', _filename: resolve(`${id}.mp4`), formats: [] },
    subtitles: Object.fromEntries(Object.keys(captions).map((language) => [language, [{ ext: 'vtt' }]])),
  };
  const text = JSON.stringify(info);
  const partial = `${id}.info.json.x1y2z3.tmp`;
  writeFileSync(partial, text.slice(0, text.length / 2));
  if (video.fault === 'dies') process.kill(process.pid, 'SIGKILL');
  if (video.fault === 'hangs') {
    writeFileSync(join(directory, 'hanging'), String(process.pid));
    setInterval(() => {}, 60_000);
    return false;
  }
  if (video.warning !== undefined) process.stderr.write(`WARNING: [TikTok] ${video.warning}\n`);
  writeFileSync(partial, text);
  renameSync(partial, `${id}.info.json`);
  return true;
}

function fail(message: string): void {
  process.stderr.write(`ERROR: ${message}\n`);
  process.exitCode = 1;
}

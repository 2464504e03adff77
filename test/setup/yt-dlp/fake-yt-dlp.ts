// A fake yt-dlp with every possible fault. It is a shell script, which starts in a hundredth of the time of Node and copies its output from
// prepared files (yt_dlp/YoutubeDL.py: captions, then the info.json, renamed when complete).
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type FakeVideo = {
  id: string;
  title: string;
  views: number;
  /** Views in the listing; null for none. Default: `views`. */
  listedViews?: number | null;
  seconds?: number;
  size?: [width: number, height: number];
  /** Captions by language, as WebVTT. */
  captions?: Record<string, string>;
  /** Text after `ERROR: [TikTok] ID: `. */
  error?: string;
  /** Line on stderr in addition to its info.json. */
  warning?: string;
  /** The program is killed, or hangs, before its info.json is complete. */
  fault?: 'dies' | 'hangs';
};

type FakeBehaviour = {
  /** Output of --version. */
  version: string;
  videos: FakeVideo[];
  /** Line on stderr instead of a listing. */
  listingError: string | null;
  /** Output on stdout instead of a listing. */
  listingOutput: string | null;
};

/** One run: `pid` of the program, `names` of its environment variables. */
type FakeCall = {
  args: string[];
  urls: string[];
  pid: number;
  directory: string;
  names: string[];
  cookies: string | null;
};

export type FakeYtDlp = {
  /** Value of HOOKLINE_YTDLP. */
  program: string;
  set: (behaviour: Partial<FakeBehaviour>) => void;
  calls: () => FakeCall[];
  /** Ids in requests for details, in order. */
  asked: () => string[];
  /** Whether a run hangs or has hung. */
  isHanging: () => boolean;
  close: () => void;
};

export const videoUrl = (id: string) => `https://www.tiktok.com/@tideclock/video/${id}`;

/** Returns captions that begin with `line`. */
export const vtt = (line: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${line}\n`;

/**
 * Output and files are below `current`, by id. Each run appends a record to `calls`, and a line to its cookies, as the real yt-dlp does.
 */
const script = (directory: string) => `#!/bin/sh
home='${directory}'
[ "$2" = --version ] && exec cat "$home/version"
read -r name < "$home/current"
now="$home/$name"
previous= after= list= end=0 cookies= urls= code=0
for word in "$@"; do
  [ "$after" ] && urls="$urls $word"
  case $previous in --cookies) cookies=$word ;; --playlist-end) end=$word ;; esac
  case $word in --) after=1 ;; --dump-json) list=1 ;; esac
  previous=$word
done
{
  printf '%s\n' $$ "$PWD" '\x1d'
  printf '%s\n' "$@" '\x1d'
  env
  printf '\x1d'
  if [ -f "$cookies" ]; then cat "$cookies"; else printf '\x1f'; fi
  printf '\x1e'
} > "$home/call.$$"
cat "$home/call.$$" >> "$home/calls"
[ "$cookies" ] && echo '# changed' >> "$cookies"
if [ "$list" ]; then
  [ -f "$now/error" ] && cat "$now/error" >&2 && exit 1
  [ -f "$now/output" ] && exec cat "$now/output"
  exec head -n "$end" "$now/listing"
fi
for url in $urls; do
  id=\${url##*/}
  if [ ! -d "$now/$id" ]; then echo 'ERROR: [TikTok] x: Video not available' >&2; code=1; continue; fi
  [ -f "$now/$id/error" ] && cat "$now/$id/error" >&2 && code=1 && continue
  for captions in "$now/$id"/*.vtt; do [ -f "$captions" ] && cp "$captions" .; done
  part="$id.info.json.x1y2z3.tmp"
  [ -f "$now/$id/dies" ] && echo '{' > "$part" && kill -9 $$
  [ -f "$now/$id/hangs" ] && echo '{' > "$part" && echo $$ > "$home/hanging" && exec sleep 100000
  [ -f "$now/$id/warning" ] && cat "$now/$id/warning" >&2
  ln -f "$now/$id/info" "$id.info.json"
done
exit $code
`;

function toInfo({ id, title, views, seconds = 30, size: [width, height] = [720, 1280], captions = {} }: FakeVideo) {
  const now = Math.floor(Date.now() / 1000);
  return {
    ...{ _type: 'video', id, title, fulltitle: title, view_count: views, duration: seconds, width, height },
    ...{ extractor: 'TikTok', extractor_key: 'TikTok', webpage_url: videoUrl(id), original_url: videoUrl(id) },
    ...{ timestamp: now - 3600, epoch: now, uploader: 'tideclock', cookies: 'sid=do-not-keep', formats: [] },
    ...{ _filename: join(tmpdir(), `${id}.mp4`) },
    subtitles: Object.fromEntries(Object.keys(captions).map((language) => [language, [{ ext: 'vtt' }]])),
  };
}

function toEntry({ id, title, views, listedViews = views, seconds }: FakeVideo) {
  const url = videoUrl(id);
  const listing = { playlist_uploader: 'tideclock' };
  return { _type: 'url', ie_key: 'TikTok', id, url, title, view_count: listedViews, duration: seconds, ...listing };
}

/** Writes the files of a behaviour into a new directory. */
function writeBehaviour(directory: string, { videos, listingError, listingOutput }: FakeBehaviour): void {
  const write = (name: string, text: string | null | undefined) => {
    if (text != null) writeFileSync(join(directory, name), text);
  };
  mkdirSync(directory);
  write('error', listingError && `ERROR: ${listingError}\n`);
  write('output', listingOutput);
  write('listing', videos.map((video) => `${JSON.stringify(toEntry(video))}\n`).join(''));
  for (const video of videos) {
    const { id, error, warning, fault, captions = {} } = video;
    mkdirSync(join(directory, id));
    write(`${id}/info`, JSON.stringify(toInfo(video)));
    write(`${id}/error`, error && `ERROR: [TikTok] ${id}: ${error}\n`);
    write(`${id}/warning`, warning && `WARNING: [TikTok] ${warning}\n`);
    if (fault) write(`${id}/${fault}`, '');
    for (const [language, text] of Object.entries(captions)) write(`${id}/${id}.${language}.vtt`, text);
  }
}

function readCall(record: string): FakeCall {
  const [process = '', words = '', environment = '', cookies = ''] = record.split('\x1d');
  const [pid, directory = ''] = process.split('\n');
  const args = words.split('\n').slice(1, -1);
  return {
    args,
    urls: args.includes('--') ? args.slice(args.indexOf('--') + 1) : [],
    pid: Number(pid),
    directory,
    names: [...environment.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name),
    cookies: cookies === '\x1f' ? null : cookies,
  };
}

export function fakeYtDlp(): FakeYtDlp {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-fake-yt-dlp-'));
  const program = join(directory, 'yt-dlp');
  writeFileSync(program, script(directory));
  chmodSync(program, 0o755);
  let behaviour: FakeBehaviour = {
    // The version is one day old.
    version: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '.'),
    videos: [],
    listingError: null,
    listingOutput: null,
  };
  let changes = 0;
  const set = (more: Partial<FakeBehaviour>) => {
    behaviour = { ...behaviour, ...more };
    const name = `behaviour-${++changes}`;
    writeBehaviour(join(directory, name), behaviour);
    writeFileSync(join(directory, 'version'), `${behaviour.version}\n`);
    writeFileSync(join(directory, 'next'), `${name}\n`);
    renameSync(join(directory, 'next'), join(directory, 'current'));
  };
  const calls = (): FakeCall[] => {
    const path = join(directory, 'calls');
    return existsSync(path) ? readFileSync(path, 'utf8').split('\x1e').slice(0, -1).map(readCall) : [];
  };
  set({});
  return {
    program,
    set,
    calls,
    asked: () =>
      calls()
        .filter(({ args }) => args.includes('--write-info-json'))
        .flatMap(({ urls }) => urls.map((url) => url.split('/').at(-1) ?? '')),
    isHanging: () => existsSync(join(directory, 'hanging')),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

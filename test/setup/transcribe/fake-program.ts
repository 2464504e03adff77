// A program in place of yt-dlp: lists its videos, writes their details and captions, and audio as the member `audio` of a video says.
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `failing`: the site refuses it. `no_ffmpeg`: as yt-dlp fails without it. */
export type FakeAudio = 'tone' | 'silence' | 'failing' | 'no_ffmpeg';

/** Of an info.json. `captions`: WebVTT that the site has. */
export type FakeVideo = {
  id: string;
  webpage_url: string;
  captions?: string;
  audio?: FakeAudio;
  [member: string]: unknown;
};

const script = `
const { appendFileSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const argv = process.argv.slice(2);
const videos = JSON.parse(readFileSync(__dirname + '/videos.json', 'utf8'));
if (argv.includes('--version')) console.log('2026.11.01');
else if (argv.includes('--flat-playlist'))
  for (const { id, webpage_url, view_count } of videos)
    console.log(JSON.stringify({ _type: 'url', ie_key: 'TikTok', id, url: webpage_url, view_count }));
else if (argv.includes('--write-info-json')) {
  const urls = argv.slice(argv.indexOf('--') + 1);
  for (const { captions, ...info } of videos.filter(({ webpage_url }) => urls.includes(webpage_url))) {
    if (captions) writeFileSync(info.id + '.en.vtt', captions);
    writeFileSync(info.id + '.temp', JSON.stringify({ ...info, original_url: info.webpage_url }));
    renameSync(info.id + '.temp', info.id + '.info.json');
  }
} else writeAudio(JSON.parse(readFileSync(argv[argv.indexOf('--load-info-json') + 1], 'utf8')));

function writeAudio({ audio = 'tone' }) {
  appendFileSync(__dirname + '/runs.txt', JSON.stringify(argv) + '\\n');
  if (audio === 'failing') fail('[TikTok] 7: Unable to download webpage: HTTP Error 403: Forbidden');
  if (audio === 'no_ffmpeg')
    fail('You have requested downloading the video partially, but ffmpeg is not installed. Aborting');
  const samples = Int16Array.from({ length: 16000 }, (_, at) => (audio === 'tone' ? 8000 * Math.sin(at / 10) : 0));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.write('WAVEfmt ', 8);
  header.write('data', 36);
  writeFileSync('audio.wav', Buffer.concat([header, Buffer.from(samples.buffer)]));
}

function fail(message) {
  console.error('ERROR: ' + message);
  process.exit(1);
}
`;

/** Returns its path. What it was called with for audio are lines of `runs.txt` beside it. */
export async function writeFakeProgram(directory: string, videos: readonly FakeVideo[] = []): Promise<string> {
  const path = join(directory, 'yt-dlp.cjs');
  await writeFile(path, `#!${process.execPath}\n${script}`);
  await writeFile(join(directory, 'videos.json'), JSON.stringify(videos));
  await chmod(path, 0o755);
  return path;
}

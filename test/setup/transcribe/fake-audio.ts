// A program in place of yt-dlp that writes the audio of a video, as the member `audio` of its info.json says.
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `failing`: the site refuses it. `no_ffmpeg`: as yt-dlp fails without it. */
export type FakeAudio = 'tone' | 'silence' | 'failing' | 'no_ffmpeg';

const script = `
const { readFileSync, writeFileSync, appendFileSync } = require('node:fs');
const argv = process.argv.slice(2);
appendFileSync(__dirname + '/runs.txt', JSON.stringify(argv) + '\\n');
const { audio = 'tone' } = JSON.parse(readFileSync(argv[argv.indexOf('--load-info-json') + 1], 'utf8'));
if (audio === 'failing') {
  console.error('ERROR: [TikTok] 7: Unable to download webpage: HTTP Error 403: Forbidden');
  process.exit(1);
}
if (audio === 'no_ffmpeg') {
  console.error('ERROR: You have requested downloading the video partially, but ffmpeg is not installed. Aborting');
  process.exit(1);
}
const samples = Int16Array.from({ length: 16000 }, (_, at) => audio === 'tone' ? 8000 * Math.sin(at / 10) : 0);
const header = Buffer.alloc(44);
header.write('RIFF', 0);
header.write('WAVEfmt ', 8);
header.write('data', 36);
writeFileSync('audio.wav', Buffer.concat([header, Buffer.from(samples.buffer)]));
`;

/** Returns its path. Its runs are lines of `runs.txt` beside it. */
export async function writeFakeAudioProgram(directory: string): Promise<string> {
  const path = join(directory, 'yt-dlp.cjs');
  await writeFile(path, `#!${process.execPath}\n${script}`);
  await chmod(path, 0o755);
  return path;
}

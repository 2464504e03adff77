// A fake yt-dlp: lists its videos, writes their details and captions, and audio chosen by the member `audio` of a video. It is a shell
// script, which starts in a hundredth of the time of Node.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `failing`: the site refuses the request. `no_ffmpeg`: yt-dlp fails as without ffmpeg. */
export type FakeAudio = 'tone' | 'silence' | 'failing' | 'no_ffmpeg';

/** The info.json of a video. `captions` is the site's WebVTT. */
export type FakeVideo = {
  id: string;
  webpage_url: string;
  captions?: string;
  audio?: FakeAudio;
  [member: string]: unknown;
};

const script = (directory: string) => `#!/bin/sh
home='${directory}'
case " $* " in
*' --version '*) echo 2026.11.01; exit ;;
*' --flat-playlist '*) exec cat "$home/listing" ;;
esac
previous= after= info=
for word in "$@"; do
  [ "$after" ] && for file in "$home/\${word##*/}"/*; do cp "$file" part && mv part "\${file##*/}"; done
  [ "$word" = -- ] && after=1
  [ "$previous" = --load-info-json ] && info=$word
  previous=$word
done
[ "$info" ] || exit 0
printf '%s\\n' "$@" >> "$home/runs.txt"
audio=$(sed -n 's/.*"audio":"\\([a-z_]*\\)".*/\\1/p' "$info")
case $audio in
failing) echo 'ERROR: [TikTok] 7: Unable to download webpage: HTTP Error 403: Forbidden' >&2; exit 1 ;;
no_ffmpeg) echo 'ERROR: You have requested downloading the video partially, but ffmpeg is not installed. Aborting' >&2; exit 1 ;;
esac
cp "$home/\${audio:-tone}.wav" audio.wav
`;

function wav(amplitude: number): Buffer {
  const samples = Int16Array.from({ length: 16_000 }, (_, at) => amplitude * Math.sin(at / 10));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.write('WAVEfmt ', 8);
  header.write('data', 36);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

/** Returns the path of the program. The arguments of calls for audio are in `runs.txt` in the same directory, one per line. */
export async function writeFakeProgram(directory: string, videos: readonly FakeVideo[] = []): Promise<string> {
  const write = (name: string, content: string | Buffer) => writeFile(join(directory, name), content);
  await write('yt-dlp', script(directory));
  await chmod(join(directory, 'yt-dlp'), 0o755);
  await write('tone.wav', wav(8000));
  await write('silence.wav', wav(0));
  const entries = videos.map(({ id, webpage_url: url, view_count }) => ({ _type: 'url', id, url, view_count }));
  await write('listing', entries.map((entry) => `${JSON.stringify({ ie_key: 'TikTok', ...entry })}\n`).join(''));
  for (const { captions, ...info } of videos) {
    await mkdir(join(directory, info.id), { recursive: true });
    if (captions) await write(`${info.id}/${info.id}.en.vtt`, captions);
    const content = JSON.stringify({ ...info, original_url: info.webpage_url });
    await write(`${info.id}/${info.id}.info.json`, content);
  }
  return join(directory, 'yt-dlp');
}

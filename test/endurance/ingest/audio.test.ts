// Audio of a video, by the real yt-dlp and ffmpeg where they are on PATH, from a server on loopback.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fetchAudio, isSilent } from '../../../src/ingest/collect/transcribe/audio.ts';

const sampleRate = 16_000;
const headerBytes = 44;

function canRun(program: string, flag: string): boolean {
  try {
    execFileSync(program, [flag], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const missing = [
  ['yt-dlp', '--version'],
  ['ffmpeg', '-version'],
].filter(([program = '', flag = '']) => !canRun(program, flag));

/** A video of 40 seconds with a tone, and its directory. */
async function serveVideo(context: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-audio-'));
  const file = join(directory, 'clip.mp4');
  const [picture, tone] = ['color=c=black:s=90x160:r=5:d=40', 'sine=frequency=440:duration=40'];
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', tone];
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-shortest', '-movflags', '+faststart', file]);
  const { size } = await stat(file);
  const server = createServer((request, response) => {
    const [, first = '0', last = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = [Number(first), Math.min(Number(last || size - 1), size - 1)];
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(request.headers.range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file, { start, end }).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true });
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip.mp4`, directory };
}

test('the first 20 seconds of a video become a 16 kHz WAV file, and no file stays on the disk', {
  skip: missing.length > 0 && `${missing.map(([name]) => name).join(' and ')} is not on PATH`,
}, async (context) => {
  const { url, directory } = await serveVideo(context);
  const environment = { ytDlp: 'yt-dlp', ytDlpCookies: undefined, dataDir: directory };
  const { signal } = new AbortController();
  const infos = [
    { webpage_url: url },
    {
      id: 'clip',
      title: 'clip',
      extractor: 'generic',
      webpage_url: url,
      ext: 'mp4',
      formats: [{ format_id: '0', url, ext: 'mp4' }],
    },
  ];
  for (const info of infos) {
    const audio = await fetchAudio(info, { environment, signal });
    assert.ok('bytes' in audio, 'problem' in audio ? audio.problem : '');
    const seconds = (audio.bytes.length - headerBytes) / (2 * sampleRate);
    assert.ok(seconds > 19 && seconds < 20.1, `${seconds} s`);
    assert.deepEqual([audio.bytes.readUInt16LE(22), audio.bytes.readUInt32LE(24)], [1, sampleRate]);
    assert.equal(isSilent(audio.bytes), false);
  }
  assert.deepEqual(await readdir(join(directory, 'audio')), []);
});

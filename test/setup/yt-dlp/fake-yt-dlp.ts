// A program that behaves like yt-dlp, with every fault it can have: set by a file, which fake-program.ts reads when it is run.
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type FakeVideo = {
  id: string;
  title: string;
  views: number;
  /** What the listing shows; null shows nothing. Default: as `views`. */
  listedViews?: number | null;
  seconds?: number;
  size?: [width: number, height: number];
  /** Captions by language, as WebVTT. */
  captions?: Record<string, string>;
  /** Text after `ERROR: [TikTok] ID: `. */
  error?: string;
  /** Line on stderr beside its info.json. */
  warning?: string;
  /** Before its info.json is complete: the program is killed, or hangs. */
  fault?: 'dies' | 'hangs';
};

export type FakeBehaviour = {
  /** What --version prints. */
  version: string;
  videos: FakeVideo[];
  /** Line on stderr instead of a listing. */
  listingError: string | null;
  /** On stdout instead of a listing. */
  listingOutput: string | null;
};

/** Of one run: `pid` of the program, `names` of its environment. */
type FakeCall = {
  args: string[];
  urls: string[];
  pid: number;
  directory: string;
  names: string[];
  cookies: string | null;
};

export type FakeYtDlp = {
  /** For HOOKLINE_YTDLP. */
  program: string;
  set: (behaviour: Partial<FakeBehaviour>) => void;
  calls: () => FakeCall[];
  /** Ids that details were asked for, in order. */
  asked: () => string[];
  /** Whether a run hangs now, or has. */
  isHanging: () => boolean;
  close: () => void;
};

export const videoUrl = (id: string) => `https://www.tiktok.com/@tideclock/video/${id}`;

/** Captions that say `line` first. */
export const vtt = (line: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${line}\n`;

export function fakeYtDlp(): FakeYtDlp {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-fake-yt-dlp-'));
  const program = join(directory, 'yt-dlp');
  const main = join(import.meta.dirname, 'fake-program.ts');
  // Each run asks for the version first; a shell starts sooner than Node.
  const version = `[ "$2" = --version ] && exec cat '${directory}/version'`;
  // Halves the CPU of a start. The service passes no variables on.
  const cache = `NODE_COMPILE_CACHE='${process.env.NODE_COMPILE_CACHE ?? ''}'`;
  writeFileSync(program, `#!/bin/sh\n${version}\n${cache} exec '${process.execPath}' '${main}' '${directory}' "$@"\n`);
  chmodSync(program, 0o755);
  let behaviour: FakeBehaviour = {
    // As old as yesterday.
    version: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '.'),
    videos: [],
    listingError: null,
    listingOutput: null,
  };
  const set = (more: Partial<FakeBehaviour>) => {
    behaviour = { ...behaviour, ...more };
    writeFileSync(join(directory, 'version'), `${behaviour.version}\n`);
    writeFileSync(join(directory, 'next.json'), JSON.stringify(behaviour));
    renameSync(join(directory, 'next.json'), join(directory, 'behaviour.json'));
  };
  const calls = (): FakeCall[] => {
    const path = join(directory, 'calls.jsonl');
    return existsSync(path)
      ? readFileSync(path, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
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

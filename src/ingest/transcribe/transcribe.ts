// Transcribes what is said first in videos without captions: each video once, within the budget of the month, while the endpoint answers.
import { setTimeout as pause } from 'node:timers/promises';
import type { TranscriptionConfig } from '../../config/collect-variables.ts';
import type { Database } from '../../db/database.ts';
import type { EndpointStop } from '../../labels/llm/endpoint-stop.ts';
import { type CollectContext, CollectionPaused } from '../collect/collector.ts';
import { type AudioDeps, fetchAudio, isSilent } from './audio.ts';
import { type Endpoint, type Heard, openEndpoint } from './endpoint.ts';
import { openingOf } from './opening.ts';
import { insertTranscript, type KnownTranscript, selectTranscript } from './store.ts';
import type { Transcribe, TranscribedMembers } from './transcribed.ts';
import { isMusic, secondsOf, titleOf, videoKeyOf } from './video.ts';

type Info = Parameters<Transcribe>[0];

export type TranscribeDeps = AudioDeps & {
  db: Database;
  config: TranscriptionConfig;
  spend: CollectContext['spend'];
  /** Tells the operator why videos keep their titles, each reason once. */
  notify: CollectContext['notify'];
};

const minute = 60_000;
const stopMs: Readonly<Record<EndpointStop['kind'], number>> = {
  rate_limit: minute,
  timeout: 5 * minute,
  unavailable: 5 * minute,
  refused: 60 * minute,
};
/** A longer Retry-After ends the transcription of this run. */
const maxWaitMs = 30_000;
const retryMs = 2000;
/** After so many videos in a row without an answer, the next ones would have none either. */
const maxFaults = 3;

/** For one run of a source. */
export function createTranscribe(deps: TranscribeDeps): Transcribe {
  const { db, config, signal, notify } = deps;
  const { model, floor } = config;
  const told = new Set<string>();
  let endpoint: Promise<Endpoint> | undefined;
  /** Videos keep their titles until then. */
  let stoppedUntil = 0;
  let faults = 0;

  /** `kind`: told once, although the message names a video. */
  function tell(kind: string, message: string, remedy: string | null): void {
    const sentence = /[.!?…]$/.test(message) ? message : `${message}.`;
    if (!told.has(kind)) notify(`${sentence} ${keepTitles}`, remedy);
    told.add(kind);
  }

  function stop(kind: string, message: string, remedy: string | null, until: number): undefined {
    stoppedUntil = until;
    tell(kind, message, remedy);
  }

  /** About one video, until there are too many. */
  function fault(kind: 'audio' | 'refused', message: string, remedy: string | null): undefined {
    faults += 1;
    if (faults === maxFaults) stoppedUntil = Date.now() + stopMs.unavailable;
    tell(kind, message, remedy);
  }

  /** Undefined if there is no answer about the video. */
  async function hear(info: Info): Promise<KnownTranscript | undefined> {
    const audio = await fetchAudio(info, deps);
    if ('problem' in audio) {
      if (audio.hasNoFfmpeg)
        return stop('ffmpeg', 'Nothing is transcribed: ffmpeg is not installed.', install, Infinity);
      return fault('audio', `The audio of a video cannot be fetched: ${audio.problem}`, null);
    }
    if (isSilent(audio.bytes)) return nothing;
    try {
      await deps.spend('transcribe', secondsOf(info));
    } catch (error) {
      if (!(error instanceof CollectionPaused)) throw error;
      return stop('budget', budgetMessage(config.budget ?? 0), raise, error.until.getTime());
    }
    endpoint ??= openEndpoint(config);
    const heard = await askTwice(await endpoint, audio.bytes, signal);
    if ('fault' in heard) return fault('refused', `The audio of a video is refused. ${heard.fault}`, check);
    if ('stop' in heard) {
      const { kind, reason, retryAfterMs = stopMs[kind] } = heard.stop;
      return stop(kind, reason, kind === 'refused' ? check : null, Date.now() + retryAfterMs);
    }
    faults = 0;
    const { transcript } = heard;
    const opening = openingOf(transcript);
    return opening ? { ...opening, language: transcript.language } : nothing;
  }

  return async (info) => {
    const video = videoKeyOf(info);
    if (video === undefined || isMusic(info)) return null;
    const known = await selectTranscript(db, video, model);
    if (known) return toMembers(known, info, floor);
    if (Date.now() < stoppedUntil) return null;
    const found = await hear(info);
    if (found === undefined) return null;
    await insertTranscript(db, { video, model }, found);
    return toMembers(found, info, floor);
  };
}

const keepTitles = 'Videos without captions are imported with their titles.';
const install =
  'Install ffmpeg on the machine of the service (apt install ffmpeg, brew install ffmpeg), then run the source with force.';
const check = 'Check HOOKLINE_TRANSCRIBE_URL, HOOKLINE_TRANSCRIBE_KEY and HOOKLINE_TRANSCRIBE_MODEL.';
const raise = 'Raise HOOKLINE_TRANSCRIBE_BUDGET, or wait for the next month (UTC).';
const budgetMessage = (seconds: number) =>
  `The budget of ${(seconds / 60).toLocaleString('en-US')} min of audio a month that is transcribed is used up.`;
const nothing: KnownTranscript = { line: null, confidence: null, language: null };

/** Once more after a short wait where the endpoint is busy. */
async function askTwice(endpoint: Endpoint, wav: Buffer, signal: AbortSignal): Promise<Heard> {
  const heard = await endpoint.ask(wav, signal);
  if (!('stop' in heard) || heard.stop.kind === 'refused' || heard.stop.kind === 'timeout') return heard;
  const waitMs = heard.stop.retryAfterMs ?? retryMs;
  if (waitMs > maxWaitMs) return heard;
  await pause(waitMs, undefined, { signal });
  return endpoint.ask(wav, signal);
}

function toMembers(
  { line, confidence, language }: KnownTranscript,
  info: Info,
  floor: number,
): TranscribedMembers | null {
  if (line === null) return null;
  const title = titleOf(info);
  return {
    opening_line: line,
    text_method: 'transcribed',
    ...(title === undefined ? {} : { raw_text: title }),
    ...(language === null ? {} : { language }),
    ...(confidence === null || confidence < floor ? { is_uncertain: true } : {}),
  };
}

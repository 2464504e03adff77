// Transcribes the first seconds of videos without captions: each video once, within the budget of the month.
import { setTimeout as pause } from 'node:timers/promises';
import type { TranscriptionConfig } from '../../../config/config.ts';
import type { Database } from '../../../db/database.ts';
import type { ProviderStop } from '../../../labels/llm/chat.ts';
import { type CollectContext, CollectionPaused } from '../collector.ts';
import { type AudioDeps, fetchAudio, isMusic, isSilent, secondsOf, titleOf, videoKeyOf } from './audio.ts';
import { openProvider, type TranscriptionProvider, type TranscriptionResult } from './provider.ts';
import { insertTranscript, type KnownTranscript, selectTranscript } from './store.ts';
import type { Transcribe, TranscribedMembers } from './transcribed.ts';
import { openingOf } from './transcript.ts';

type Info = Parameters<Transcribe>[0];

export type TranscribeDeps = AudioDeps & {
  db: Database;
  config: TranscriptionConfig;
  spend: CollectContext['spend'];
  /** Reports to the operator why videos keep their titles. Each reason is shown once. */
  notify: CollectContext['notify'];
};

const minute = 60_000;
const stopMs: Readonly<Record<ProviderStop['kind'], number>> = {
  rate_limit: minute,
  timeout: 5 * minute,
  unavailable: 5 * minute,
  refused: 60 * minute,
};
/** A longer Retry-After ends the transcription of this run. */
const maxWaitMs = 30_000;
const retryMs = 2000;
/** After as many consecutive failures, the next videos would fail too. */
const maxFailures = 3;

/** Creates the function for one run of a source. */
export function createTranscribe(deps: TranscribeDeps): Transcribe {
  const { db, config, signal, notify } = deps;
  const { model, floor } = config;
  const reported = new Set<string>();
  let provider: Promise<TranscriptionProvider> | undefined;
  /** Videos keep their titles until this time. */
  let stoppedUntil = 0;
  let failures = 0;

  /** Reports each `kind` once, since the message may contain the name of a video. */
  function report(kind: string, message: string, remedy: string | null): void {
    const sentence = /[.!?…]$/.test(message) ? message : `${message}.`;
    if (!reported.has(kind)) notify(`${sentence} ${keepTitles}`, remedy);
    reported.add(kind);
  }

  function stop(kind: string, message: string, remedy: string | null, until: number): undefined {
    stoppedUntil = until;
    report(kind, message, remedy);
  }

  /** Records the failure of one video. Too many of them stop the transcription for a while. */
  function failVideo(kind: 'audio' | 'refused', message: string, remedy: string | null): undefined {
    failures += 1;
    if (failures === maxFailures) stoppedUntil = Date.now() + stopMs.unavailable;
    report(kind, message, remedy);
  }

  /** Returns undefined if the video could not be transcribed, so that a later run tries again. */
  async function transcribeVideo(info: Info): Promise<KnownTranscript | undefined> {
    const audio = await fetchAudio(info, deps);
    if ('problem' in audio) {
      if (audio.hasNoFfmpeg)
        return stop('ffmpeg', 'Nothing is transcribed: ffmpeg is not installed.', install, Infinity);
      return failVideo('audio', `The audio of a video cannot be fetched: ${audio.problem}`, null);
    }
    if (isSilent(audio.bytes)) return nothing;
    try {
      await deps.spend('transcribe', secondsOf(info));
    } catch (error) {
      if (!(error instanceof CollectionPaused)) throw error;
      return stop('budget', budgetMessage(config.budget ?? 0), raise, error.until.getTime());
    }
    provider ??= openProvider(config);
    const result = await transcribeWithRetry(await provider, audio.bytes, signal);
    if ('rejection' in result)
      return failVideo('refused', `The audio of a video was rejected. ${result.rejection}`, check);
    if ('stop' in result) {
      const { kind, reason, retryAfterMs = stopMs[kind] } = result.stop;
      return stop(kind, reason, kind === 'refused' ? check : null, Date.now() + retryAfterMs);
    }
    failures = 0;
    const { transcript } = result;
    const opening = openingOf(transcript);
    return opening ? { ...opening, language: transcript.language } : nothing;
  }

  return async (info) => {
    const video = videoKeyOf(info);
    if (video === undefined || isMusic(info)) return null;
    const known = await selectTranscript(db, video, model);
    if (known) return toMembers(known, info, floor);
    if (Date.now() < stoppedUntil) return null;
    const found = await transcribeVideo(info);
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
  `The monthly budget of ${(seconds / 60).toLocaleString('en-US')} min of transcribed audio is used up.`;
const nothing: KnownTranscript = { line: null, confidence: null, language: null };

/** Retries once, after a short wait, if the provider is busy. */
async function transcribeWithRetry(
  provider: TranscriptionProvider,
  wav: Buffer,
  signal: AbortSignal,
): Promise<TranscriptionResult> {
  const result = await provider.transcribe(wav, signal);
  if (!('stop' in result) || result.stop.kind === 'refused' || result.stop.kind === 'timeout') return result;
  const waitMs = result.stop.retryAfterMs ?? retryMs;
  if (waitMs > maxWaitMs) return result;
  await pause(waitMs, undefined, { signal });
  return provider.transcribe(wav, signal);
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

// Environment of collectors: programs, endpoints and limits from the configuration. Plain data, for the thread of the import.
import type { Config } from '../../config/config.ts';

const names = [
  'youtubeUrl',
  'youtubeUnits',
  'ytDlp',
  'ytDlpCookies',
  'ytDlpVideosPerHour',
  'dataDir',
  'transcription',
] as const;

export type CollectEnvironment = Pick<Config, (typeof names)[number]>;

export function collectEnvironment(config: CollectEnvironment): CollectEnvironment {
  return Object.fromEntries(names.map((name) => [name, config[name]])) as CollectEnvironment;
}

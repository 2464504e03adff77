// What the messages of yt-dlp mean for a collection. Their wording is of its extractors (youtube, tiktok, instagram, generic) and of its core.
import { storableText } from '../../../lib/storable-text.ts';

/**
 * `blocked`: the site refuses this machine, for a while. `login`: only with cookies. `gone`: this video cannot be collected.
 * `unsupported`: no extractor knows the URL. `network`: no connection, or the site fails. `stopped`: the program was killed, or over a
 * limit. `machine`: no room or no right to write on this machine. `other`: mostly a site that changed.
 */
export type FailureKind = 'blocked' | 'login' | 'gone' | 'unsupported' | 'network' | 'stopped' | 'machine' | 'other';
export type Failure = { kind: FailureKind; message: string };

/** The first that matches counts: private videos hint at signing in too. */
const kinds: readonly (readonly [FailureKind, RegExp])[] = [
  ['machine', /\[Errno (?:13|28|30|122)\]|No space left|Read-only file system|Disk quota exceeded/i],
  [
    'blocked',
    /HTTP Error 429|Too Many Requests|not a bot|captcha|rate-?limit|IP address is blocked|try again later|Unable to (?:solve|extract) (?:JS )?challenge|Unexpected response from webpage request/i,
  ],
  [
    'gone',
    /Private video|video is private|(?:video|post|content|media)\b.{0,40}\b(?:unavailable|not available|removed|deleted)|no longer available|does(?:n['’]t| not) exist|terminated|HTTP Error (?:404|410)|geo.?restrict|in your (?:country|location)|DRM|There is no video|members.only|Join this channel|Premieres in|live event|livestream|does not have any videos/i,
  ],
  ['login', /log(?:ged)?[ -]?in|sign in|cookies|registered users|account is (?:either )?private|confirm your age/i],
  ['unsupported', /Unsupported URL|is not a valid URL|No suitable extractor/i],
  [
    'network',
    /timed? ?out|Connection|getaddrinfo|Name or service not known|name resolution|Network is unreachable|HTTP Error 5\d\d|URLError|TransportError|IncompleteRead|SSL|Errno/i,
  ],
];

const maxLength = 200;

/** `text`: after `ERROR:`. */
export function toFailure(text: string): Failure {
  const kind = kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
  return { kind, message: plainMessage(text) };
}

/** Without the advice for people who run yt-dlp by hand. */
function plainMessage(text: string): string {
  const [said = ''] = storableText(text)
    .replace(/^\[[^\]]+\] (?:None: )?/, '')
    .split(/[.;]? ?(?:Use --|Set --|please report|See {2}https|Confirm you are on|You might want|\(caused by)/);
  const short = said.trim().replace(/[\s.]+$/, '');
  return short.length > maxLength ? `${short.slice(0, maxLength).toWellFormed()}…` : `${short}.`;
}

/** `id`: of the video as its site has it; undefined if the message names none. */
export type NamedFailure = Failure & { id: string | undefined };

/** Of the lines that begin with `ERROR:`, such as `ERROR: [youtube] kwJ3d0aQx1Y: Video unavailable`. */
export function failuresOf(stderr: string): NamedFailure[] {
  return stderr.split('\n').flatMap((line) => {
    const [, named, text] = /^ERROR: (?:\[[^\]]+\] )?(?:(\S+): )?(.+)$/.exec(line) ?? [];
    if (text === undefined) return [];
    // Old versions write None.
    return { ...toFailure(line.slice('ERROR: '.length)), id: named === 'None' ? undefined : named };
  });
}

const update = 'Update yt-dlp: pipx upgrade yt-dlp.';
const cookies = 'Set HOOKLINE_YTDLP_COOKIES to a file of cookies of a browser that is signed in there.';

/** What the operator can do; null if nothing. */
export const remedies: Readonly<Record<FailureKind, string | null>> = {
  blocked: `Nothing has to be done at first: it is tried again later. If it goes on, lower HOOKLINE_YTDLP_VIDEOS_PER_HOUR. ${cookies} ${update}`,
  login: cookies,
  gone: 'Check the URL in a browser.',
  unsupported:
    'Use the URL of a channel, playlist, hashtag, profile or video. `yt-dlp --list-extractors` lists the sites.',
  network: 'Check that the machine of the service reaches the site.',
  machine: 'Free space in the directory HOOKLINE_DATA, and let the service write there.',
  stopped: `If it happens again, run it by hand on that machine. ${update}`,
  other: `Sites change, and yt-dlp follows them. ${update}`,
};

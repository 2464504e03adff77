// Parser of .vtt and .srt captions, as lenient as video players.

/** Times are milliseconds from the start of the video; lines include markup. */
export type Cue = { startMs: number; endMs: number; lines: string[] };

const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?=\s|$)`);
const block = /^(?:NOTE|STYLE|REGION)(?=\s|$)/;
const counter = /^\s*\d+\s*$/;

/** The rest of a longer line is ignored; only hostile files have one. */
const maxLineLength = 2000;
const maxLines = 20;

/**
 * Yields cues lazily, since callers need only the first few. A cue ends at the next line with times, not at a blank line: edited
 * files have too many blank lines or none.
 */
export function* parseCues(text: string): Generator<Cue> {
  let cue: Cue | null = null;
  let isInBlock = false;
  /** The two lines before this one. */
  let [before, earlier] = ['', ''];
  for (const line of linesOf(text)) {
    const isTiming = line.includes('-->');
    const times = isTiming ? timing.exec(line) : null;
    if (times !== null) {
      if (cue !== null) yield withoutIdentifier(cue, before, earlier);
      cue = { startMs: toMs(times, 1), endMs: toMs(times, 5), lines: [] };
    }
    if (isTiming || line === '') isInBlock = false;
    else if (before === '' && block.test(line)) isInBlock = true;
    else if (cue !== null && !isInBlock && cue.lines.length < maxLines) cue.lines.push(line);
    [before, earlier] = [line, before];
  }
  if (cue !== null) yield cue;
}

function* linesOf(text: string): Generator<string> {
  const whole = text.replace(/\r\n?/g, '\n');
  for (let at = 0; at < whole.length; ) {
    const newline = whole.indexOf('\n', at);
    const end = newline === -1 ? whole.length : newline;
    yield whole.slice(at, Math.min(end, at + maxLineLength));
    at = end + 1;
  }
}

/** The line before a line with times is the identifier of the next cue if a blank line precedes it or it is a number. */
function withoutIdentifier(cue: Cue, before: string, earlier: string): Cue {
  if ((earlier === '' || counter.test(before)) && cue.lines.at(-1) === before) cue.lines.pop();
  return cue;
}

function toMs(times: RegExpExecArray, from: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = times.slice(from, from + 3).map((part) => Number(part ?? 0));
  const fraction = (times[from + 3] ?? '0').padEnd(3, '0');
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction);
}

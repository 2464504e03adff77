// Log lines for people: one line per event, with its fields as field=value.
import type { DestinationStream } from 'pino';
import pretty from 'pino-pretty';

type Line = Record<string, unknown>;

/** A destination for pino that prints its JSON lines as text. */
export function terminalLog(
  destination: NodeJS.WritableStream | DestinationStream,
  colorize = true,
): NodeJS.WritableStream {
  return pretty({
    destination,
    colorize,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    hideObject: true,
    messageFormat: (line, messageKey) => formatLine(line, messageKey),
  });
}

/** pino-pretty itself shows `name` and `pid`, in parentheses. */
function formatLine({ level, time, name, pid, err, ...line }: Line, messageKey: string): string {
  const { [messageKey]: kind, ...fields } = line;
  const parts = Object.entries(fields).map(([field, value]) => `${field}=${formatValue(value)}`);
  return [String(kind).replaceAll('_', ' '), ...parts, ...formatError(err)].join('  ');
}

function formatValue(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value);
}

/** The message and where it was thrown. The JSON log contains the whole stack. */
function formatError(error: unknown): string[] {
  if (error === undefined) return [];
  const { message, stack = '' }: { message?: unknown; stack?: unknown } = Object(error);
  const [, thrownAt] = /\n\s+(at [^\n]+)/.exec(String(stack)) ?? [];
  const text = String(message ?? JSON.stringify(error)).replaceAll('\n', ' ');
  return [thrownAt === undefined ? text : `${text} (${thrownAt})`];
}

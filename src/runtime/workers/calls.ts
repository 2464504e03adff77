// Remote calls between the supervisor and a worker over messages: each side has methods, and the other awaits their results.
import type { Transferable } from 'node:worker_threads';

type Methods = Record<string, (input: never) => unknown>;

export type CallMessage =
  | { kind: 'call'; id: number; name: string; input: unknown }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; error: unknown };

export type Calls<Theirs extends Methods> = {
  call: <Name extends keyof Theirs & string>(
    name: Name,
    ...given: Parameters<Theirs[Name]> extends [] ? [] : [input: Parameters<Theirs[Name]>[0], transfer?: Transferable[]]
  ) => Promise<Awaited<ReturnType<Theirs[Name]>>>;
  receive: (message: CallMessage) => void;
  /** Called when the other side is gone: rejects pending and later calls. */
  end: (reason: Error) => void;
};

/** If `send` throws or the other side ends, the calls are rejected. */
export function createCalls<Theirs extends Methods>(
  methods: Methods,
  send: (message: CallMessage, transfer?: Transferable[]) => void,
): Calls<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let ended: Error | undefined;

  async function answer(id: number, name: string, input: unknown): Promise<void> {
    try {
      const value = await methods[name]?.(input as never);
      send({ kind: 'result', id, value });
    } catch (error) {
      sendFailure(id, error);
    }
  }

  function sendFailure(id: number, error: unknown): void {
    try {
      send({ kind: 'failure', id, error });
    } catch {
      // The cause of the error cannot be cloned. Without a response, the call would wait forever.
      send({ kind: 'failure', id, error: new Error(String(error)) });
    }
  }

  return {
    call: (name, ...[input, transfer]) => {
      if (ended) return Promise.reject(ended);
      const id = ++lastId;
      const result = Promise.withResolvers<unknown>();
      waiting.set(id, result);
      try {
        send({ kind: 'call', id, name, input }, transfer);
      } catch (error) {
        result.reject(error);
      }
      return result.promise as never;
    },
    receive: (message) => {
      const { kind, id } = message;
      // A response to a side that has ended meanwhile fails.
      if (kind === 'call') return void answer(id, message.name, message.input).catch(() => {});
      const result = waiting.get(id);
      waiting.delete(id);
      if (kind === 'result') result?.resolve(message.value);
      else result?.reject(message.error);
    },
    end: (reason) => {
      ended = reason;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    },
  };
}

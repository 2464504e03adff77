// Supervisor of several members behind one port: starts them, replaces those that end, and restarts all one by one. It serves no
// requests itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import { closedSeat, createCounts } from '../../http/server/listeners/spread.ts';
import { coalesce } from '../../lib/coalesce.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { HostContext } from '../host.ts';
import type { RunningProcess, WorkerConfig } from '../process.ts';
import type { MemberKind, SeatedMember, Started, ThreadStart } from './member.ts';
import type { SharedParts } from './shared-parts.ts';

export type SupervisorDeps = {
  config: Config;
  host: HostContext;
  links: WorkerConfig['links'];
  kind: MemberKind;
  shared: SharedParts;
  observe: Observe;
};

/** The place of a member, which keeps its configuration across restarts. */
type Slot = {
  workerConfig: WorkerConfig;
  member: SeatedMember | undefined;
  /** Of a member that ended unexpectedly. */
  restarting?: Promise<void>;
};

const firstRetryDelayMs = 1000;
const maxRetryDelayMs = 30_000;

/** Resolves when every member serves requests. */
export async function superviseMembers(
  deps: SupervisorDeps,
): Promise<Omit<RunningProcess, 'handOver'> & { restart: () => Promise<void> }> {
  const { config, host, kind, shared, observe } = deps;
  const { members } = shared;
  // A replacement runs beside the member it replaces.
  const counts = createCounts(2 * config.processes);
  let isStopping = false;
  let port: number | undefined;

  function begin(): SeatedMember {
    const taken = new Set([...members].map(({ seat }) => seat));
    const seat = counts.findIndex((_, at) => !taken.has(at));
    const member: SeatedMember = { ...kind.begin(shared.offer), seat, isStopping: false };
    members.add(member);
    void member.exited.then(() => {
      counts[seat] = closedSeat;
      members.delete(member);
    });
    return member;
  }

  async function start(slot: Slot, member: SeatedMember, replaced?: SeatedMember): Promise<Started> {
    const { seat } = member;
    slot.member = member;
    const isSoleWorker = slot.workerConfig.isSoleWorker && !replaced;
    const workerConfig = { ...slot.workerConfig, isSoleWorker };
    const snapshot = shared.snapshot();
    const thread: ThreadStart | undefined = snapshot && { snapshot, counts, seat, port, isReplacement: !!replaced };
    const started = await member.call('start', { config, host, workerConfig, thread });
    if (thread) connectToOthers(member);
    void member.exited.then((by) => {
      if (isStopping || member.isStopping) return;
      observe({ kind: 'process_ended', pid: member.id, by });
      slot.restarting = restart(slot);
    });
    return started;
  }

  function connectToOthers(member: SeatedMember): void {
    for (const other of members) {
      if (other === member) continue;
      const { port1, port2 } = new MessageChannel();
      // One that has just ended needs no connection.
      member.call('connect', { seat: other.seat, port: port1 }, [port1]).catch(() => {});
      other.call('connect', { seat: member.seat, port: port2 }, [port2]).catch(() => {});
    }
  }

  /** Starts a member in the slot until that succeeds. `replaced` serves meanwhile, and gives its listening sockets to the new one. */
  async function restart(slot: Slot, replaced?: SeatedMember): Promise<void> {
    slot.workerConfig = { ...slot.workerConfig, links: undefined };
    for (let delayMs = firstRetryDelayMs; !isStopping; delayMs = Math.min(delayMs * 2, maxRetryDelayMs)) {
      // One that has ended has no listening sockets to give.
      const giver = replaced && members.has(replaced) ? replaced : undefined;
      let member: SeatedMember | undefined;
      try {
        member = begin();
        await start(slot, member, giver);
        if (kind.hasThreads) await giver?.call('handOver', member.seat);
        return;
      } catch (error) {
        observe({ kind: 'process_failed', error });
        // It has started, but was not given the sockets.
        if (member && members.has(member)) void stop(member, false);
        await sleep(delayMs, undefined, { ref: false });
      }
    }
  }

  async function replace(slot: Slot): Promise<void> {
    await slot.restarting;
    const { member } = slot;
    if (member) member.isStopping = true;
    await restart(slot, member);
    if (member) await stop(member, true);
  }

  const slots = createSlots(deps);

  async function stopAll(isGraceful: boolean): Promise<void> {
    isStopping = true;
    await Promise.all([...members].map((member) => stop(member, isGraceful)));
  }

  async function close(): Promise<void> {
    await stopAll(false);
    await shared.close();
  }

  try {
    const [first, ...others] = slots;
    // Loads its program while the catalog is built.
    const member = begin();
    await shared.open();
    const started = await start(first, member);
    port = started.port;
    await Promise.all(others.map((slot) => start(slot, begin())));
    return {
      ...started,
      drain: () => stopAll(true),
      restart: coalesce(async () => {
        for (const slot of slots) if (!isStopping) await replace(slot);
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function stop(member: SeatedMember, isGraceful: boolean): Promise<void> {
  member.isStopping = true;
  // Its end rejects the calls that wait.
  if (isGraceful) await member.call('drain').catch(() => {});
  member.call('close').catch(() => {});
  await member.exited;
}

/** Only the first has the worker role, if the machine has it: background work is little, and its threads cost memory. */
function createSlots({ config: { processes, roles }, host: { isEmbedded }, links }: SupervisorDeps): [Slot, ...Slot[]] {
  const isServing = roles.includes('api');
  const isSoleWorker = isEmbedded && (isServing || processes === 1);
  const first: Slot = { workerConfig: { roles, isSoleWorker, links }, member: undefined };
  const others = Array.from({ length: processes - 1 }, (): Slot => {
    return { workerConfig: { roles: isServing ? ['api'] : roles, isSoleWorker, links: undefined }, member: undefined };
  });
  return [first, ...others];
}

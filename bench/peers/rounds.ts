// Measures every contender in each round, so that variations in the speed of the machine affect all of them.
import { load } from '../load.ts';
import { cpuMicros, memoryBytes } from '../processes.ts';
import type { Effort } from '../reads.ts';
import { median } from '../report.ts';
import { type Contender, coreOf, type Setup } from './contender.ts';
import { request, verify } from './verify.ts';

/** CPU in µs per request, of all processes of the server and of its database; latencies in ms. */
export type Round = { perSecond: number; p50: number; p99: number; serverCpu: number; databaseCpu: number };

/** Medians of the rounds; `memory` is the maximum after any round, in bytes. */
export type Outcome = Round & {
  name: string;
  memory: number;
  /** Medians of the ratios to the constant body in the same round. */
  ofConstant: { perSecond: number; cpu: number };
  /** Why figures are missing. */
  note?: string;
};

/** A contender that is slower for a single request is measured with one connection: with 64, most would time out. */
const slowMs = 100;

/** Verifies and measures the contenders. The first one is the baseline. */
export async function measureRounds(
  setup: Setup,
  contenders: readonly Contender[],
  { rounds, seconds }: Effort,
): Promise<Outcome[]> {
  const all: Measured[] = [];
  for (const contender of contenders) {
    all.push({ contender, ...(await modeOf(setup, contender)), rounds: [], memory: 0 });
  }
  for (let round = 0; round < rounds; round++) {
    for (const measured of all.filter(({ mode }) => mode === 'load')) {
      // After its start a process is still compiling its hot functions.
      const warmUp = round === 0 ? 3 : 1;
      await tryRound(measured, round, () => measureLoad(setup, measured.contender, { warmUp, seconds }));
    }
  }
  // Last, since they occupy a core even after the measurement.
  for (const measured of all.filter(({ mode }) => mode === 'sequential')) {
    await tryRound(measured, 0, () => measureSequentially(measured.contender, seconds));
  }
  const [baseline] = all;
  return baseline ? all.map((measured) => summarize(measured, baseline)) : [];
}

type Measured = {
  contender: Contender;
  mode: 'load' | 'sequential' | 'excluded';
  /** By number of the round; undefined if it failed. */
  rounds: (Round | undefined)[];
  memory: number;
  note?: string;
};

async function modeOf(setup: Setup, contender: Contender): Promise<Pick<Measured, 'mode' | 'note'>> {
  try {
    const fastestMs = await verify(contender, setup.bodies);
    return fastestMs > slowMs ? { mode: 'sequential', note: 'one connection' } : { mode: 'load' };
  } catch (error) {
    return { mode: 'excluded', note: `left out: ${(error as Error).message}` };
  }
}

async function tryRound(measured: Measured, round: number, measure: () => Promise<Round>): Promise<void> {
  try {
    measured.rounds[round] = await measure();
    measured.memory = Math.max(measured.memory, memoryBytes([measured.contender.process.pid]));
  } catch (error) {
    measured.note = `round ${round + 1} failed: ${(error as Error).message}`;
  }
}

function summarize({ contender, rounds, memory, note }: Measured, baseline: Measured): Outcome {
  const medianRatio = (ratio: (round: Round, constant: Round) => number) =>
    median(
      rounds.flatMap((round, at) => {
        const constant = baseline.rounds[at];
        return round && constant ? [ratio(round, constant)] : [];
      }),
    );
  return {
    ...medians(rounds.flatMap((round) => round ?? [])),
    ...{ name: contender.name, memory, note },
    ofConstant: {
      perSecond: medianRatio((round, constant) => round.perSecond / constant.perSecond),
      cpu: medianRatio((round, constant) => cpuOf(round) / cpuOf(constant)),
    },
  };
}

export function cpuOf({ serverCpu, databaseCpu }: Round): number {
  return serverCpu + databaseCpu;
}

async function measureLoad(
  setup: Setup,
  contender: Contender,
  { warmUp, seconds }: { warmUp: number; seconds: number },
): Promise<Round> {
  const { url, key, paths, bodies } = contender;
  const task = { url, key, paths, bodies, isPinned: coreOf(setup) !== undefined };
  await load({ ...task, seconds: warmUp }, setup.scratch);
  const cpuPerRequest = watchCpu(contender);
  const { requests, ...result } = await load({ ...task, seconds }, setup.scratch);
  if (requests === 0) throw new Error(`no response in ${seconds} s`);
  return { ...result, ...cpuPerRequest(requests) };
}

/** One request after the other for `seconds`. */
async function measureSequentially(contender: Contender, seconds: number): Promise<Round> {
  const latencies: number[] = [];
  const cpuPerRequest = watchCpu(contender);
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const sentAt = performance.now();
    await request(contender, latencies.length);
    latencies.push(performance.now() - sentAt);
  }
  const perSecond = latencies.length / ((performance.now() - startedAt) / 1000);
  return { perSecond, p50: median(latencies), p99: Number.NaN, ...cpuPerRequest(latencies.length) };
}

function watchCpu({ process, databasePid }: Contender): (requests: number) => Pick<Round, 'serverCpu' | 'databaseCpu'> {
  const now = () => ({ server: cpuMicros([process.pid]), database: databasePid ? cpuMicros([databasePid]) : 0 });
  const before = now();
  return (requests) => {
    const after = now();
    return {
      serverCpu: (after.server - before.server) / requests,
      databaseCpu: (after.database - before.database) / requests,
    };
  };
}

function medians(rounds: readonly Round[]): Round {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
  };
}

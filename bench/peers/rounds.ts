// The measurement: every contender in turn, round by round, so that a good or bad minute of the machine meets them all.
import { load } from '../load.ts';
import { cpuMicros, memoryBytes } from '../processes.ts';
import type { Effort } from '../reads.ts';
import { median } from '../report.ts';
import { type Contender, coreOf, type Field } from './contender.ts';
import { ask, verify } from './verify.ts';

/** CPU in µs a request, of the server with all its processes and of the database behind it; latencies in ms. */
export type Round = { perSecond: number; p50: number; p99: number; serverCpu: number; databaseCpu: number };

/** Medians of the rounds, and the most memory after any. */
export type Outcome = Round & {
  name: string;
  memory: number;
  /** Medians of what a round was of the constant body's in the same round. */
  ofConstant: { perSecond: number; cpu: number };
  /** Why there are fewer figures than of others. */
  note?: string;
};

/** One that takes longer for a request alone would answer hardly any of 64 connections. */
const slowMs = 100;

/** Verifies and measures. The first contender is what the others are compared with. */
export async function measureRounds(
  field: Field,
  contenders: readonly Contender[],
  { rounds, seconds }: Effort,
): Promise<Outcome[]> {
  const all: Measured[] = [];
  for (const contender of contenders) {
    all.push({ contender, ...(await placeOf(field, contender)), rounds: [], memory: 0 });
  }
  for (let round = 0; round < rounds; round++) {
    for (const one of all.filter(({ place }) => place === 'in turn')) {
      // A process that has just started is still compiling what it runs often.
      const warmUp = round === 0 ? 3 : 1;
      await tryRound(one, round, () => underLoad(field, one.contender, { warmUp, seconds }));
    }
  }
  // Last, since they leave nobody else a core.
  for (const one of all.filter(({ place }) => place === 'alone')) {
    await tryRound(one, 0, () => alone(one.contender, seconds));
  }
  return all.map((one) => summarize(one, all[0]));
}

type Measured = {
  contender: Contender;
  place: 'in turn' | 'alone' | 'out';
  /** At the number of the round; one that failed has none. */
  rounds: (Round | undefined)[];
  memory: number;
  note?: string;
};

async function placeOf(field: Field, contender: Contender): Promise<Pick<Measured, 'place' | 'note'>> {
  try {
    const quickest = await verify(contender, field.bodies);
    return quickest > slowMs ? { place: 'alone', note: 'one connection' } : { place: 'in turn' };
  } catch (error) {
    return { place: 'out', note: `left out: ${(error as Error).message}` };
  }
}

async function tryRound(one: Measured, round: number, measure: () => Promise<Round>): Promise<void> {
  try {
    one.rounds[round] = await measure();
    one.memory = Math.max(one.memory, memoryBytes([one.contender.process.pid]));
  } catch (error) {
    one.note = `round ${round + 1} failed: ${(error as Error).message}`;
  }
}

function summarize({ contender, rounds, memory, note }: Measured, constant: Measured): Outcome {
  const beside = (ratio: (round: Round, constant: Round) => number) =>
    median(
      rounds.flatMap((round, at) => {
        const other = constant.rounds[at];
        return round && other ? [ratio(round, other)] : [];
      }),
    );
  return {
    ...medians(rounds.flatMap((round) => round ?? [])),
    ...{ name: contender.name, memory, note },
    ofConstant: {
      perSecond: beside((round, other) => round.perSecond / other.perSecond),
      cpu: beside((round, other) => cpuOf(round) / cpuOf(other)),
    },
  };
}

export function cpuOf({ serverCpu, databaseCpu }: Round): number {
  return serverCpu + databaseCpu;
}

async function underLoad(
  field: Field,
  contender: Contender,
  { warmUp, seconds }: { warmUp: number; seconds: number },
): Promise<Round> {
  const { url, key, paths, bodies } = contender;
  const given = { url, key, paths, bodies, isPinned: coreOf(field) !== undefined };
  await load({ ...given, seconds: warmUp }, field.scratch);
  const used = watchCpu(contender);
  const { requests, ...result } = await load({ ...given, seconds }, field.scratch);
  if (requests === 0) throw new Error(`no answer in ${seconds} s`);
  return { ...result, ...used(requests) };
}

/** One request after the other for as long as a load takes. */
async function alone(contender: Contender, seconds: number): Promise<Round> {
  const taken: number[] = [];
  const used = watchCpu(contender);
  const beganAt = performance.now();
  while (performance.now() - beganAt < seconds * 1000) {
    const startedAt = performance.now();
    await ask(contender, taken.length % contender.paths.length);
    taken.push(performance.now() - startedAt);
  }
  const perSecond = taken.length / ((performance.now() - beganAt) / 1000);
  return { perSecond, p50: median(taken), p99: Number.NaN, ...used(taken.length) };
}

function watchCpu({ process, databasePid }: Contender): (requests: number) => Pick<Round, 'serverCpu' | 'databaseCpu'> {
  const now = () => [[process.pid], databasePid ? [databasePid] : []].map(cpuMicros);
  const before = now();
  return (requests) => {
    const [serverCpu, databaseCpu] = now().map((micros, at) => (micros - before[at]) / requests);
    return { serverCpu, databaseCpu };
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

// The table of the hostile bench: one row for each attack.
import type { AttackReport } from './attack-sockets.ts';
import { figure, markdown, times } from './report.ts';
import type { SteadyWindow } from './steady-client.ts';

export type HostileResult = {
  attack: string;
  idle: SteadyWindow;
  during: SteadyWindow;
  report: AttackReport;
  closedWithin: number | undefined;
  /** Percent of one core, with the legitimate client alone and during the attack. */
  cpu: { idle: number; during: number };
  /** Event loop delay of the service during the attack, in ms: the part of the latency that it causes itself. */
  loopDelay: { p99: number; max: number };
  /** Bytes: before, the maximum, and after the attack. */
  memory: { before: number; max: number; after: number };
  /** `late` is before the attackers close: an attacker that does not read does not notice that the service closed. */
  files: { before: number; max: number; late: number; after: number };
};

const megabytes = (bytes: number) => figure(bytes / 1e6);

export function hostileTable(results: readonly HostileResult[]): string {
  const head = [
    'attack',
    'p99 idle',
    'p99 during',
    '× idle',
    'new connection median, most',
    'loop late p99, most',
    'CPU % idle, during',
    'failed',
    'RSS MB before, most, after',
  ];
  head.push('open files before, most, late, after', 'attackers’ connections', 'longest lived', 'answers to them');
  const rows = results.map(({ attack, idle, during, loopDelay, cpu, report, closedWithin, memory, files }) => [
    attack,
    `${figure(idle.p99)} ms`,
    `${figure(during.p99)} ms`,
    times(during.p99 / idle.p99),
    `${figure(during.fresh.p50)}, ${figure(during.fresh.max)} ms`,
    `${figure(loopDelay.p99)}, ${figure(loopDelay.max)} ms`,
    `${figure(cpu.idle)}, ${figure(cpu.during)}`,
    `${during.failed} of ${during.requests}`,
    `${megabytes(memory.before)}, ${megabytes(memory.max)}, ${megabytes(memory.after)}`,
    `${files.before}, ${files.max}, ${files.late}, ${files.after}`,
    `${report.opened.toLocaleString('en')}, ${report.closed.toLocaleString('en')} closed`,
    `${figure(report.longest)} s${closedWithin === undefined ? '' : ` (limit ${closedWithin} s)`}`,
    Object.entries(report.statuses)
      .map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
      .join(', '),
  ]);
  return markdown({ head, rows });
}

// File descriptors of the process: how many connections each of its threads may open, and how many files it may send to them.

/** One in 32 descriptors may be a listening socket. Each may accept one connection above the limit before another is closed for it. */
export function listenersWithin(max: number): number {
  return Math.max(2, Math.min(max, Math.floor(openFileLimit() / 32)));
}

/** A quarter of the limit is left to the database, exports and deliveries. A download takes two: of its connection and of its file. */
export function descriptorBudget(
  downloadsAtOnce: number,
  { threads, listeners }: { threads: number; listeners: number },
): { connections: number; downloads: number } {
  const available = Math.floor((openFileLimit() * 0.75 - 2 * listeners) / threads);
  const downloads = Math.min(downloadsAtOnce, Math.ceil(available / 4));
  return { connections: available - downloads, downloads };
}

function openFileLimit(): number {
  // Otherwise the report would look up the host names of open connections.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const openFiles = Number(userLimits?.open_files?.soft);
  return Number.isFinite(openFiles) ? openFiles : Infinity;
}

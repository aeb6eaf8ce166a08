/**
 * Runs jobs in order and in parallel. A job that needs more slots than are free waits, and so do the jobs after it.
 */
export async function runInSlots<Job extends { slots: number }>(
  jobs: readonly Job[],
  slots: number,
  run: (job: Job) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let free = slots
  for (const job of jobs) {
    while (free < job.slots) await Promise.race(running)
    free -= job.slots
    const done: Promise<void> = run(job).finally(() => {
      free += job.slots
      running.delete(done)
    })
    running.add(done)
  }
  await Promise.all(running)
}

import type { Clock } from '../../kernel/clock.ts'
import type { WorkerServices } from '../../telemetry/process-figures.ts'

const EVERY_MS = 30_000

/** Checks the identity provider regularly. `last`: null before the first check has ended. */
export function watchProvider(check: () => Promise<unknown>, clock: Clock) {
  let last: WorkerServices['provider'] = null
  async function run() {
    const is_up = await check().then(
      () => true,
      () => false,
    )
    last = { is_up, checked_at: clock.now().toISOString() }
  }
  const timer = setInterval(run, EVERY_MS).unref()
  void run()
  return { last: () => last, stop: () => clearInterval(timer) }
}

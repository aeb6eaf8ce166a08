import type { Database } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { MinuteCounts, Telemetry } from '../../telemetry/telemetry.ts'
import { addMinute } from './status.store.ts'

const MINUTE_MS = 60_000
/** Minutes that wait while the database does not respond. */
const MAX_UNSENT = 60

type Options = {
  db: Database
  clock: Clock
  telemetry: Pick<Telemetry, 'takeMinute'>
  everyMs?: number
  onError: (error: unknown) => void
}

/** Stores the calls of this process after each minute, and those of the current one when it stops. */
export function recordMinutes({ db, clock, telemetry, everyMs = 1_000, onError }: Options) {
  const minuteOf = (time: Date) => Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS
  let current = minuteOf(clock.now())
  let unsent: { minute: number; counts: MinuteCounts }[] = []
  let running = Promise.resolve()

  async function send() {
    while (unsent[0]) {
      const { minute, counts } = unsent[0]
      await addMinute(db, new Date(minute), counts, clock.now())
      unsent.shift()
    }
  }

  function endMinute() {
    unsent = [...unsent, { minute: current, counts: telemetry.takeMinute() }].slice(-MAX_UNSENT)
    current = minuteOf(clock.now())
    running = running.then(send).catch(onError)
  }

  const timer = setInterval(() => {
    if (minuteOf(clock.now()) !== current) endMinute()
  }, everyMs).unref()

  return {
    async stop() {
      clearInterval(timer)
      endMinute()
      await running
    },
  }
}

import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Imported by a process of the product. Appends the longest event-loop stall of each second to a file, in ms. */
const file = process.env.EVENT_LOOP_DELAYS
const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()
setInterval(() => {
  if (file) appendFileSync(file, `${process.pid} ${(delays.max / 1e6).toFixed(0)}\n`)
  delays.reset()
}, 1_000).unref()

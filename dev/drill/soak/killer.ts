import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../apps/server/src/demo/seeded-random.ts'
import { signal } from '../../processes.ts'
import type { Product } from '../product.ts'
import type { Services } from '../services.ts'

const PAUSE_MS = { least: 4_000, most: 12_000 }
/** How long a part of the storage is gone. */
const STORAGE_GONE_MS = 3_000

export type Kill = { victim: string; at: number }

type Options = {
  random: Random
  product: Product
  services: Services
  storage: readonly string[]
  databasePid: () => number
  /** Processes of the product that are not killed from the middle of the run on, so that their memory shows. */
  spared: readonly string[]
}

/** SIGKILL at random moments until the time is over. Answers once everything runs again. */
export async function killAround(untilMs: number, options: Options): Promise<Kill[]> {
  const { random, product, services, storage, spared } = options
  const kills: Kill[] = []
  const began = Date.now()
  for (;;) {
    await sleep(PAUSE_MS.least + random.below(PAUSE_MS.most - PAUSE_MS.least))
    if (Date.now() > untilMs) return kills
    const isSecondHalf = Date.now() > (began + untilMs) / 2
    const processes = product.processes
      .map(({ name }) => name)
      .filter((name) => !isSecondHalf || !spared.includes(name))
    const victim = random.pick([...processes, 'database', ...(storage.length > 0 ? ['storage'] : [])])
    if (victim === 'database') signal(options.databasePid(), 'SIGKILL')
    else if (victim === 'storage') {
      const part = random.pick(storage)
      await services.kill(part)
      setTimeout(() => services.restart(part), STORAGE_GONE_MS)
    } else product.kill(victim)
    kills.push({ victim, at: Date.now() })
  }
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices, type Services } from './services.ts'

export type Drill = {
  folder: string
  services: Services
  /** Runs `stop` before the services are stopped. */
  onStop(stop: () => Promise<unknown>): void
}

/** Runs a drill in a folder of its own, which is kept with its logs unless `work` answers true. Sets the exit code. */
export async function runDrill(name: string, work: (drill: Drill) => Promise<boolean>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `backoffice-${name}-`))
  // Some services run as accounts of their own.
  chmodSync(folder, 0o755)
  const services = createServices(folder)
  const stops: (() => Promise<unknown>)[] = []
  let stopping: Promise<void> | undefined
  const stop = async () => {
    for (const each of stops.reverse()) await each().catch((error: Error) => console.error(error.message))
    await services.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopping ??= stop()
      void stopping.finally(() => process.exit(1))
    })
  let isGood = false
  try {
    isGood = await work({ folder, services, onStop: (each) => void stops.push(each) })
  } catch (error) {
    console.error(error)
  }
  stopping ??= stop()
  await stopping
  if (isGood) rmSync(folder, { recursive: true, force: true })
  else console.error(`The logs are in ${folder}`)
  process.exit(isGood ? 0 : 1)
}

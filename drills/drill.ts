import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices, type Services } from './services.ts'

export type Drill = {
  folder: string
  services: Services
  /** Runs `stop` before the services stop, last first. */
  onStop(stop: () => Promise<unknown>): void
  /** Prints a finding and counts a bad one. */
  check(what: string, isGood: boolean, found: string): void
  failures(): number
  stop(): Promise<void>
}

/** A drill in its own folder, which is removed if no check fails. */
export function openDrill(name: string): Drill {
  const folder = mkdtempSync(join(tmpdir(), `backoffice-${name}-`))
  // Some services run as other accounts.
  chmodSync(folder, 0o755)
  const services = createServices(folder)
  const stops: (() => Promise<unknown>)[] = []
  let failures = 0
  let stopping: Promise<void> | undefined
  async function stop() {
    for (const each of stops.reverse()) await each().catch((error: Error) => console.error(error.message))
    await services.stop()
    if (failures === 0) rmSync(folder, { recursive: true, force: true })
    else console.error(`The logs are in ${folder}`)
  }
  return {
    folder,
    services,
    onStop: (each) => void stops.push(each),
    check(what, isGood, found) {
      console.log(`${isGood ? 'good' : 'BAD '}  ${what}: ${found}`)
      if (!isGood) failures += 1
    },
    failures: () => failures,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Runs a drill as a command. The exit code is 1 after a failed check or an error. */
export async function runDrill(name: string, work: (drill: Drill) => Promise<void>): Promise<void> {
  const drill = openDrill(name)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void drill.stop().finally(() => process.exit(1)))
  await work(drill).catch((error: Error) => drill.check('no error', false, error.stack ?? error.message))
  await drill.stop()
  process.exit(drill.failures() === 0 ? 0 : 1)
}

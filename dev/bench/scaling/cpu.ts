import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Of a process and of those of its children that have ended. */
export function cpuSeconds(pid: number): number {
  return ticksOf(statOf(pid)) / TICKS_PER_SECOND
}

/** The process that a connection’s own belongs to. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** Of a process and all of its children: those of PostgreSQL. */
export function familySeconds(server: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = statOf(Number(name))
      if (Number(name) === server || Number(stat[1]) === server) ticks += ticksOf(stat)
    } catch {
      // It has ended meanwhile: its parent counts it.
    }
  }
  return ticks / TICKS_PER_SECOND
}

/** The fields after the name, which may have spaces: state, parent, … */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** User and system time, own and of ended children. */
function ticksOf(stat: readonly string[]): number {
  return stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

import { constants, getPriority, setPriority } from 'node:os'

/** Lets other processes of the machine run first. Keeps a lower priority, which only root may raise. */
export function lowerPriority(): void {
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}

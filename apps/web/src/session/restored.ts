import { restore } from './upkeep.ts'

/** Settled once it is known whether somebody is signed in; routes wait for it. */
export const restored: Promise<void> = restore()

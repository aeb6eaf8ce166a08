import type { ScreenName } from '@backoffice/contract/screens'
import type { Preload } from '../net/preload.ts'

type Module = { screen: ScreenName; preloads: readonly Preload[] }

/** The `preload.ts` of every screen that has one, by the name of the screen. Only the build reads it. */
export const PRELOADS: Partial<Record<ScreenName, readonly Preload[]>> = Object.fromEntries(
  Object.values(import.meta.glob<Module>('./*/preload.ts', { eager: true })).map(({ screen, preloads }) => [
    screen,
    preloads,
  ]),
)

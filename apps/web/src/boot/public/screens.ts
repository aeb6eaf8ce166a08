import type { ComponentType } from 'react'
import { SignInScreen } from '../../features/sign-in/sign-in-screen.tsx'
import type { Navigation } from '../navigation.ts'
import type { Payload } from '../payload.ts'

export type PublicScreen = ComponentType<{ payload: Payload; navigation: Navigation }>

type Entry = {
  load: () => PublicScreen | Promise<PublicScreen>
  /** Module that the screen's page preloads, for screens outside the entry chunk. */
  module?: string
}

/** Screens that need no session. Sign-in is part of the entry chunk. */
export const PUBLIC_SCREENS: Readonly<Record<string, Entry>> = {
  '/login': { load: () => SignInScreen },
  '/forgot-password': {
    load: async () =>
      (await import('../../features/sign-in/forgot-password-screen.tsx')).ForgotPasswordScreen,
    module: 'src/features/sign-in/forgot-password-screen.tsx',
  },
  '/reset': {
    load: async () => (await import('../../features/sign-in/reset-screen.tsx')).ResetScreen,
    module: 'src/features/sign-in/reset-screen.tsx',
  },
  '/components': {
    load: async () => (await import('../../gallery/components-screen.tsx')).ComponentsScreen,
    module: 'src/gallery/components-screen.tsx',
  },
}

/** Undefined for other paths. */
export async function publicScreen(path: string): Promise<PublicScreen | undefined> {
  return PUBLIC_SCREENS[path.replace(/(.)\/$/, '$1')]?.load()
}

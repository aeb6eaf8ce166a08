import type { ComponentType } from 'react'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import type { Navigation } from './navigation.ts'
import type { Payload } from './payload.ts'

export type PublicScreen = ComponentType<{ payload: Payload; navigation: Navigation }>

type Entry = {
  load: () => PublicScreen | Promise<PublicScreen>
  /** What its page asks for beside the entry, for screens that do not come with it. */
  module?: string
}

/** The screens that need nobody signed in. The one that everybody sees is there at once. */
export const PUBLIC_SCREENS: Readonly<Record<string, Entry>> = {
  '/login': { load: () => SignInScreen },
  '/forgot-password': {
    load: async () =>
      (await import('../screens/forgot-password/forgot-password-screen.tsx')).ForgotPasswordScreen,
    module: 'src/screens/forgot-password/forgot-password-screen.tsx',
  },
  '/reset': {
    load: async () => (await import('../screens/reset/reset-screen.tsx')).ResetScreen,
    module: 'src/screens/reset/reset-screen.tsx',
  },
  '/components': {
    load: async () => (await import('../screens/components/components-screen.tsx')).ComponentsScreen,
    module: 'src/screens/components/components-screen.tsx',
  },
}

/** Undefined for a path that is not public. */
export async function publicScreen(path: string): Promise<PublicScreen | undefined> {
  return PUBLIC_SCREENS[path.replace(/(.)\/$/, '$1')]?.load()
}

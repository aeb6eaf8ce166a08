import { hasAction, hasModule } from '@backoffice/contract/access'
import { THEMES } from '@backoffice/contract/preferences'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { useUser } from '../../session/store.ts'
import { navigationFor } from '../navigation.ts'
import { choose } from '../preferences/choose.ts'
import { openSheet } from '../shortcuts/shortcuts.ts'
import { THEME_LABELS, useTheme } from '../theme.ts'
import { toastDenied, toastFailed } from '../toast.ts'
import { mayLeave, signOutAfterAsking } from '../unsaved-changes.ts'
import { ACCEPTED_TYPES, chooseFiles } from '../upload/choose-files.ts'
import type { Entry } from './rank.ts'

/** The screens a person may open and what they may do from anywhere. */
export function useCommands(): Entry[] {
  const router = useRouter()
  const user = useUser()
  const theme = useTheme((state) => state.theme)
  return useMemo(() => {
    const screens = navigationFor(user).flatMap(({ label: group, items }) =>
      items.map(
        ({ name, label, to, keys }): Entry => ({
          id: `screen:${name}`,
          group: 'Screens',
          words: label,
          also: group,
          ...(keys && { keys }),
          run: () => void router.navigate({ to }),
        }),
      ),
    )
    const account: Entry = {
      id: 'screen:account',
      group: 'Screens',
      words: 'Account',
      also: 'profile password authenticator sessions sign out everywhere preferences',
      run: () => void router.navigate({ to: '/account' }),
    }
    const upload: Entry = {
      id: 'action:upload',
      group: 'Actions',
      words: 'Upload file',
      also: 'CSV inquiry cards',
      denied: !hasAction(user, 'file:upload'),
      run: () => {
        if (!hasAction(user, 'file:upload')) return toastDenied()
        askForFiles(async (files) => {
          if (!(await mayLeave())) return
          chooseFiles(files)
          await router.navigate({ to: '/smac_inquiry' })
        })
      },
    }
    const mayUpload = hasModule(user, 'Files') && hasModule(user, 'SMAC Inquiry')
    const themes = THEMES.map(
      (one): Entry => ({
        id: `action:theme-${one}`,
        group: 'Actions',
        words: THEME_LABELS[one],
        also: 'look appearance colours mode',
        ...(one === theme && { note: 'now' }),
        run: () => choose({ theme: one }),
      }),
    )
    const sheet: Entry = {
      id: 'action:shortcuts',
      group: 'Actions',
      words: 'Shortcuts',
      also: 'keyboard keys help',
      keys: '?',
      run: () => openSheet(),
    }
    const leave: Entry = {
      id: 'action:sign-out',
      group: 'Actions',
      words: 'Sign out',
      also: 'log out leave',
      run: () => {
        signOutAfterAsking().catch((error: unknown) => toastFailed(errorMessage(error)))
      },
    }
    return [...screens, account, ...(mayUpload ? [upload] : []), ...themes, sheet, leave]
  }, [router, user, theme])
}

function askForFiles(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = ACCEPTED_TYPES
  input.onchange = () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onFiles(files)
  }
  input.click()
}

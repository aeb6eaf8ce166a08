import { THEMES } from '@backoffice/contract/preferences'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../net/api-error.ts'
import { useUser } from '../../session/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toastFailed } from '../feedback/toast.ts'
import { confirmAndSignOut } from '../form/unsaved-changes.ts'
import { destinationsFor } from '../navigation/navigation.ts'
import { choose } from '../preferences/preferences.ts'
import { THEME_LABELS, useTheme } from '../preferences/theme.ts'
import { openSheet } from '../shortcuts/shortcuts.ts'
import { type Entry, type Section, sectionsFor } from './rank.ts'
import { addRecent, setPalette, usePaletteState } from './state.ts'
import { PaletteView } from './view.tsx'

/** Entries that the application adds to the palette's own screens and actions. */
export type PaletteSource = {
  actions: readonly Entry[]
  /** Entries in their own groups. */
  results: readonly Entry[]
  /** Message below the entries; `isAlert`: announced immediately. */
  message?: string | undefined
  isAlert?: boolean
  /** Replaces all other entries. */
  sections?: readonly Section[]
  /** Text for a query without a match. */
  hint: string
}

type Props = { useSource: (query: string) => PaletteSource }

/** Search for screens, records and actions: Ctrl+K or ⌘K. */
export function Palette({ useSource }: Props) {
  const open = usePaletteState((state) => state.open)
  if (!open) return null
  return (
    <Dialog label="Search or jump to" place="top" onClose={() => setPalette(false)}>
      <Search useSource={useSource} />
    </Dialog>
  )
}

function Search({ useSource }: Props) {
  const [query, setQuery] = useState(() => usePaletteState.getState().startText)
  const source = useSource(query)
  const recent = usePaletteState((state) => state.recent)
  const [screens, actions] = [useScreens(), useActions()]
  const entries = [...screens, ...source.actions, ...actions, ...source.results]
  const recentIds = recent.map(({ id }) => id)
  const sections = source.sections ?? sectionsFor(query, entries, recentIds)
  const noMatch = sections.length === 0 ? `Nothing found for “${query.trim()}”. ${source.hint}` : undefined

  function runEntry(entry: Entry) {
    if (entry.keepsOpen) return entry.run()
    if (!entry.denied && !entry.skipsRecent) addRecent(entry)
    // Close first: closing returns the focus, which the entry may move.
    flushSync(() => setPalette(false))
    entry.run()
  }

  return (
    <PaletteView
      query={query}
      onQuery={setQuery}
      sections={sections}
      message={source.message ?? noMatch}
      isAlert={source.isAlert}
      onChoose={runEntry}
    />
  )
}

/** The screens that the user may open. */
function useScreens(): Entry[] {
  const router = useRouter()
  const screens = destinationsFor(useUser()).map(
    ({ name, label, to, keys, group }): Entry => ({
      id: `screen:${name}`,
      group: 'Screens',
      label,
      keywords: group,
      ...(keys && { keys }),
      run: () => void router.navigate({ to }),
    }),
  )
  const account: Entry = {
    id: 'screen:account',
    group: 'Screens',
    label: 'Account',
    keywords: 'profile password authenticator sessions sign out everywhere preferences',
    run: () => void router.navigate({ to: '/account' }),
  }
  return [...screens, account]
}

function useActions(): Entry[] {
  const current = useTheme((state) => state.theme)
  const themes = THEMES.map(
    (theme): Entry => ({
      id: `action:theme-${theme}`,
      group: 'Actions',
      label: THEME_LABELS[theme],
      keywords: 'look appearance colours mode',
      ...(theme === current && { note: 'current' }),
      run: () => choose({ theme }),
    }),
  )
  const shortcuts: Entry = {
    id: 'action:shortcuts',
    group: 'Actions',
    label: 'Shortcuts',
    keywords: 'keyboard keys help',
    keys: '?',
    run: () => openSheet(),
  }
  const signOut: Entry = {
    id: 'action:sign-out',
    group: 'Actions',
    label: 'Sign out',
    keywords: 'log out leave',
    run: () => {
      confirmAndSignOut().catch((error: unknown) => toastFailed(errorMessage(error)))
    },
  }
  return [...themes, shortcuts, signOut]
}

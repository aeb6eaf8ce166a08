import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useUser } from '../../session/store.ts'
import { destinationsFor } from '../navigation.ts'
import { setPalette } from '../palette/state.ts'
import { ShortcutsSheet } from './sheet.tsx'
import {
  followShortcuts,
  openSheet,
  SHORTCUT_GROUPS,
  type Shortcut,
  setSingleKey,
  useShortcutState,
  useShortcuts,
} from './shortcuts.ts'

/** Shortcuts of every signed-in screen, and the dialog that lists them. */
export function PageShortcuts() {
  const router = useRouter()
  const user = useUser()
  const own = useMemo((): Shortcut[] => {
    const everywhere = { group: 'Everywhere' } as const
    const destinations = destinationsFor(user)
    return [
      { ...everywhere, keys: 'mod+k', label: 'Search or jump to', run: () => setPalette(true) },
      { ...everywhere, keys: '/', label: 'Search on this screen', run: focusSearch },
      { ...everywhere, keys: 'c', label: 'Create on this screen', run: pressCreate },
      { ...everywhere, keys: '?', label: 'Shortcuts', run: () => openSheet() },
      ...IN_LISTS_AND_RECORDS,
      ...destinations.flatMap(({ label, to, keys }): Shortcut[] =>
        keys ? [{ group: 'Go to', keys, label, run: () => void router.navigate({ to }) }] : [],
      ),
    ]
  }, [router, user])
  useShortcuts(own)
  useEffect(followShortcuts, [])

  const { shortcuts, singleKey, sheetOpen } = useShortcutState()
  return (
    sheetOpen && (
      <ShortcutsSheet
        shortcuts={shortcuts}
        groups={SHORTCUT_GROUPS}
        singleKey={singleKey}
        onSingleKey={setSingleKey}
        onClose={() => openSheet(false)}
      />
    )
  )
}

/** Keys of lists (kit/list/data-table.tsx) and of records (kit/record). */
const IN_LISTS_AND_RECORDS = [
  { keys: '↓ ↑ j k', label: 'Next row, previous row' },
  { keys: 'Home End', label: 'First row, last row' },
  { keys: 'Enter', label: 'Open the row' },
  { keys: 'x', label: 'Select the row' },
  { keys: 'mod+s', label: 'Save the record' },
  { keys: 'Esc', label: 'Close the record' },
].map((shortcut): Shortcut => ({ ...shortcut, group: 'Lists and records' }))

/** Presses the link that creates a record, which checks the permission. */
function pressCreate(): void {
  document.querySelector<HTMLElement>('main a[href$="/create"]')?.click()
}

/** Focuses the search of the screen, or opens the palette without one. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (!field) setPalette(true)
  field?.focus()
  field?.select()
}

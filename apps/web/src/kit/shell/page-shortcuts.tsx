import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'react'
import { useUser } from '../../session/store.ts'
import { useLazyDialog } from '../lazy/use-lazy.tsx'
import { destinationsFor } from '../navigation/navigation.ts'
import { setPalette } from '../palette/state.ts'
import {
  followShortcuts,
  openSheet,
  SHORTCUT_GROUPS,
  type Shortcut,
  setSingleKey,
  useShortcutState,
  useShortcuts,
} from '../shortcuts/shortcuts.ts'
import type { ShortcutItem } from './sheet.tsx'

const loadSheet = async () => (await import('./sheet.tsx')).ShortcutsSheet
const closeSheet = () => openSheet(false)

/** Shortcuts of every signed-in screen, and the dialog that lists them. */
export function PageShortcuts() {
  const router = useRouter()
  const user = useUser()
  const own = useMemo((): Shortcut[] => {
    const everywhere = { group: 'Everywhere' } as const
    const here = { group: 'This screen' } as const
    const destinations = destinationsFor(user)
    return [
      { ...everywhere, keys: 'mod+k', label: 'Search or jump to', run: () => setPalette(true) },
      { ...here, keys: '/', label: 'Search', run: focusSearch, isAvailable: () => searchField() !== null },
      {
        ...here,
        keys: 'c',
        label: 'Create',
        run: () => createLink()?.click(),
        isAvailable: () => createLink() !== null,
      },
      { ...everywhere, keys: '?', label: 'Shortcuts', run: () => openSheet() },
      ...destinations.flatMap(({ label, to, keys }): Shortcut[] =>
        keys ? [{ group: 'Go to', keys, label, run: () => void router.navigate({ to }) }] : [],
      ),
    ]
  }, [router, user])
  useShortcuts(own)
  useLayoutEffect(followShortcuts, [])

  const { shortcuts, singleKey, sheetOpen } = useShortcutState()
  const ShortcutsSheet = useLazyDialog(loadSheet, sheetOpen, closeSheet)
  return (
    sheetOpen &&
    ShortcutsSheet && (
      <ShortcutsSheet
        shortcuts={listed(shortcuts)}
        groups={SHORTCUT_GROUPS}
        singleKey={singleKey}
        onSingleKey={setSingleKey}
        onClose={closeSheet}
      />
    )
  )
}

/** Shortcuts that work on this screen; of several with the same keys the one registered last. */
function listed(shortcuts: readonly Shortcut[]): ShortcutItem[] {
  const available = shortcuts.filter(({ isAvailable }) => isAvailable?.() !== false)
  const byKeys = new Map(available.map((shortcut) => [shortcut.keys, shortcut]))
  return [...byKeys.values()].map(({ keys, label, group, run }) => ({ keys, label, group, isPartial: !run }))
}

/** The link that creates a record, which checks the permission. */
const createLink = () => document.querySelector<HTMLElement>('main a[href$="/create"]')
const searchField = () => document.querySelector<HTMLInputElement>('main input[type=search]')

/** Focuses the search of the screen, or opens the palette without one. */
function focusSearch(): void {
  const field = searchField()
  if (!field) setPalette(true)
  field?.focus()
  field?.select()
}

import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useUser } from '../../session/store.ts'
import { navigationFor } from '../navigation.ts'
import { setPalette } from '../palette/state.ts'
import { followShortcuts, openSheet, type Shortcut, useShortcuts } from './shortcuts.ts'

/** The shortcuts of every signed-in screen. */
export function usePageShortcuts(): void {
  const router = useRouter()
  const user = useUser()
  const shortcuts = useMemo((): Shortcut[] => {
    const everywhere = { group: 'Everywhere' } as const
    const destinations = navigationFor(user, router.routesByPath).flatMap(({ items }) => items)
    return [
      { ...everywhere, keys: 'mod+k', words: 'Search or jump to', run: () => setPalette(true) },
      { ...everywhere, keys: '/', words: 'Search on this screen', run: focusSearch },
      { ...everywhere, keys: '?', words: 'Shortcuts', run: () => openSheet() },
      ...destinations.flatMap(({ label, to, keys }): Shortcut[] =>
        keys ? [{ group: 'Go to', keys, words: label, run: () => void router.navigate({ to }) }] : [],
      ),
    ]
  }, [router, user])
  useShortcuts(shortcuts)
  useEffect(followShortcuts, [])
}

/** A screen without a search of its own is searched with the palette. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (!field) setPalette(true)
  field?.focus()
  field?.select()
}

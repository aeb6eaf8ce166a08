import { hasModule, may } from '@backoffice/contract/access'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useUser } from '../../session/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { looksLikeCard } from './card-like.ts'
import { type Entry, sectionsFor } from './rank.ts'
import { remember, setPalette, usePaletteState } from './state.ts'
import { useCommands } from './use-commands.ts'
import { useFileEntries } from './use-file-entries.ts'
import { PaletteView } from './view.tsx'

/** Screens, files and actions, found by typing: Ctrl or ⌘ with K. */
export function Palette() {
  const open = usePaletteState((state) => state.open)
  return (
    <Dialog open={open} label="Search or jump to" place="top" onClose={() => setPalette(false)}>
      {() => <Inside />}
    </Dialog>
  )
}

function Inside() {
  const user = useUser()
  const router = useRouter()
  const [query, setQuery] = useState('')
  const card = looksLikeCard(query)
  const recent = usePaletteState((state) => state.recent)
  const commands = useCommands()
  const seesFiles = may(user, 'file:view')
  const files = useFileEntries(!card && seesFiles ? query : '')

  // Files opened before are known without a search; screens and actions only as they may be used now.
  const opened = recent.filter(
    ({ id, group }) => group === 'Files' && seesFiles && !files.entries.some((entry) => entry.id === id),
  )
  const entries = [...commands, ...files.entries, ...opened]
  const cardWay: Entry = {
    id: 'card:inquiry',
    group: 'Screens',
    words: 'Open SMAC Inquiry',
    run: () => void router.navigate({ to: '/smac_inquiry' }),
  }
  const sections = card
    ? hasModule(user, 'SMAC Inquiry')
      ? [{ label: 'Screens', entries: [cardWay] }]
      : []
    : sectionsFor(
        query,
        entries,
        recent.map(({ id }) => id),
      )
  const words = card
    ? 'This looks like a card number, so nothing was searched. Look up cards in SMAC Inquiry.'
    : (files.failure ??
      (files.searching
        ? 'Searching the files…'
        : sections.length === 0
          ? `Nothing found for “${query.trim()}”. Screens, files and actions are found by name.`
          : undefined))

  function choose(entry: Entry) {
    if (entry.stays) return entry.run()
    if (!entry.denied && entry !== cardWay) remember(entry)
    // Closed first: the focus goes back, and what is run may take it from there.
    flushSync(() => setPalette(false))
    entry.run()
  }

  return (
    <PaletteView
      query={query}
      onQuery={setQuery}
      sections={sections}
      words={words}
      alert={card || files.failure !== undefined}
      onChoose={choose}
    />
  )
}

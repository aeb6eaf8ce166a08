import { hasModule, may } from '@backoffice/contract/access'
import { useRouter } from '@tanstack/react-router'
import { useUser } from '../../session/store.ts'
import { looksLikeCard } from './card-like.ts'
import { type Entry, type Section, sectionsFor } from './rank.ts'
import { usePaletteState } from './state.ts'
import { useCommands } from './use-commands.ts'
import { useFileEntries } from './use-file-entries.ts'

type Answer = {
  sections: readonly Section[]
  /** Said below them. */
  words?: string | undefined
  /** The words are bad news, and read out at once. */
  alert?: boolean
}

/** What the palette lists and says for a query. */
export function useAnswer(query: string): Answer {
  const user = useUser()
  const router = useRouter()
  const isCard = looksLikeCard(query)
  const recent = usePaletteState((state) => state.recent)
  const commands = useCommands()
  const seesFiles = may(user, 'file:view')
  const files = useFileEntries(!isCard && seesFiles ? query : '')

  if (isCard) {
    const entry: Entry = {
      id: 'card:inquiry',
      group: 'Screens',
      words: 'Open SMAC Inquiry',
      unremembered: true,
      run: () => void router.navigate({ to: '/smac_inquiry' }),
    }
    return {
      sections: hasModule(user, 'SMAC Inquiry') ? [{ label: 'Screens', entries: [entry] }] : [],
      words: 'This looks like a card number, so nothing was searched. Look up cards in SMAC Inquiry.',
      alert: true,
    }
  }

  // Files opened before are listed without a search; screens and actions come from what is allowed now.
  const opened = recent.filter(
    ({ id, group }) => group === 'Files' && seesFiles && !files.entries.some((entry) => entry.id === id),
  )
  const recentIds = recent.map(({ id }) => id)
  const sections = sectionsFor(query, [...commands, ...files.entries, ...opened], recentIds)
  if (files.failure !== undefined) return { sections, words: files.failure, alert: true }
  if (files.searching) return { sections, words: 'Searching the files…' }
  if (sections.length > 0) return { sections }
  return {
    sections,
    words: `Nothing found for “${query.trim()}”. Screens, files and actions are found by name.`,
  }
}

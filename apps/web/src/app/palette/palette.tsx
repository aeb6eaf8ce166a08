import { may } from '@backoffice/contract/access'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import {
  type FoundRecord,
  MIN_SEARCH_LETTERS,
  SEARCH_KIND_NAMES,
  SEARCH_KINDS,
  searchEndpoints,
} from '@backoffice/contract/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { Palette, type PaletteSource } from '../../kit/palette/palette.tsx'
import type { Entry } from '../../kit/palette/rank.ts'
import { usePaletteState } from '../../kit/palette/state.ts'
import { errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { looksLikeCardNumber, useActionEntries, useCardSource } from './entries.ts'

const HINT = 'Search screens, actions, people, cases, files and records by name or code.'

/** The palette with the actions and records of the application. */
export function AppPalette() {
  return <Palette useSource={useAppSource} />
}

function useAppSource(query: string): PaletteSource {
  const isCardNumber = looksLikeCardNumber(query)
  const recent = usePaletteState((state) => state.recent)
  const actions = useActionEntries()
  const card = useCardSource(query)
  const groups = useRecordGroups()
  const { entries, ...search } = useRecordSearch(isCardNumber ? '' : query)
  if (isCardNumber) return { ...card, hint: HINT }

  // Recently opened records need no search.
  const opened = recent.filter(
    ({ id, group }) => groups.includes(group) && !entries.some((entry) => entry.id === id),
  )
  return { actions, results: [...entries, ...opened], ...search, hint: HINT }
}

/** Typing pause before the search starts. */
const PAUSE_MS = 120

type Search = Pick<PaletteSource, 'message' | 'isAlert'> & { entries: readonly Entry[] }

/** Groups of the records that the user may find. */
function useRecordGroups(): string[] {
  const user = useUser()
  return SEARCH_KIND_NAMES.filter((kind) => may(user, SEARCH_KINDS[kind].permission)).map(
    (kind) => SEARCH_KINDS[kind].title,
  )
}

/**
 * Records that the server finds for a query. Until they arrive, those of the query before that match this one too by
 * their label or keywords, so that nothing flickers while the user types.
 */
function useRecordSearch(query: string): Search {
  const router = useRouter()
  const text = query.trim()
  const settled = useSettled(text, PAUSE_MS)
  const isSearched = useRecordGroups().length > 0 && text.length >= MIN_SEARCH_LETTERS
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) => call(searchEndpoints.find, { body: { search: settled }, signal }),
    enabled: isSearched && settled === text,
    placeholderData: keepPreviousData,
  })
  if (!isSearched) return { entries: [] }

  const isOutdated = settled !== text || isPlaceholderData
  // A newer server finds kinds that this page does not know.
  const known = data?.items.filter(({ kind }) => Object.hasOwn(SEARCH_KINDS, kind))
  const found = (known ?? []).map(entryOf)
  const groups = new Set(found.map(({ group }) => group))
  const entries = isOutdated ? found : [...found, ...allEntries().filter(({ group }) => groups.has(group))]
  if (isOutdated || isFetching) return { entries, message: 'Searching…' }
  if (error && !data) return { entries: [againEntry()], message: failed(error), isAlert: true }
  if (data?.complete !== false) return { entries }
  return {
    entries,
    message: `The search took too long, so only names and codes that begin with “${text}” are listed. Type more letters.`,
  }

  function entryOf({ kind, id, label, note, keywords }: FoundRecord): Entry {
    const { title, path } = SEARCH_KINDS[kind]
    return {
      id: `${kind}:${id}`,
      group: title,
      label: maskCardNumbers(label),
      isServerMatch: !isOutdated,
      ...(note && { note }),
      ...(keywords && { keywords }),
      run: () => void router.navigate(linkTo(`${path}/${id}`, { search: {} })),
    }
  }

  function allEntries(): Entry[] {
    return Object.values(SEARCH_KINDS).flatMap(({ title, path, ...kind }) =>
      'list' in kind
        ? {
            id: `${path}:all`,
            group: title,
            label: `Show all in ${title}`,
            isServerMatch: true,
            showsAll: true,
            skipsRecent: true,
            run: () => void router.navigate(linkTo(path, { search: { q: text } })),
          }
        : [],
    )
  }

  function againEntry(): Entry {
    return {
      id: 'records:again',
      group: 'Search',
      label: 'Search again',
      keepsOpen: true,
      isServerMatch: true,
      run: () => void refetch(),
    }
  }
}

const failed = (error: Error) => `Records could not be searched. ${errorMessage(error)}`

/** The text once it has not changed for this time. */
function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}

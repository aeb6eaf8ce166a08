import { maskCardNumbers } from '@backoffice/contract/card-number'
import { useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { linkTo } from '../kit/link-to.ts'
import type { PaletteSource } from '../kit/palette/palette.tsx'
import type { Entry } from '../kit/palette/rank.ts'
import { errorMessage } from '../net/api-error.ts'
import type { FoundRecord, RecordSource } from './record-sources.ts'

/** Typing pause before the search starts. */
const PAUSE_MS = 200
/** Results appear together, so that none moves another; after this time without those still missing. */
const TOGETHER_MS = 1_500
const MIN_LETTERS = 2

type Search = Pick<PaletteSource, 'message' | 'isAlert'> & { entries: readonly Entry[] }

/** Records that the server finds for a query; never the results of an earlier query. */
export function useRecordSearch(sources: readonly RecordSource[], query: string): Search {
  const router = useRouter()
  const text = query.trim()
  const settled = useSettled(text, PAUSE_MS)
  const isOverdue = useSettled(text, PAUSE_MS + TOGETHER_MS) === text
  const isSearched = text.length >= MIN_LETTERS && sources.length > 0
  const searches = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['palette', source.name, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.search(settled, signal),
      enabled: isSearched && settled === text,
    })),
  })
  if (!isSearched) return { entries: [] }

  const isWaiting = settled !== text || searches.some(({ isFetching }) => isFetching)
  if (isWaiting && (settled !== text || !isOverdue)) return { entries: [], message: 'Searching…' }

  const entries = sources.flatMap(({ name, group, list }, index) => {
    const found = (searches[index]?.data ?? []).map((record) => entryOf(name, group, record))
    return found.length > 0 && list ? [...found, allEntry(name, group, list)] : found
  })
  const failed = sources.flatMap(({ name }, index) => {
    const { error, data, refetch } = searches[index] ?? {}
    return error && !data ? [{ name, error, refetch }] : []
  })
  const [first] = failed
  if (!first) return isWaiting ? { entries, message: 'Searching…' } : { entries }
  const again: Entry = {
    id: 'records:again',
    group: 'Search',
    label: 'Search again',
    keepsOpen: true,
    isServerMatch: true,
    run: () => {
      for (const { refetch } of failed) void refetch?.()
    },
  }
  return {
    entries: [...entries, again],
    message: `${failedInWords(failed.map(({ name }) => name))} could not be searched. ${errorMessage(first.error)}`,
    isAlert: true,
  }

  function allEntry(name: string, group: string, list: string): Entry {
    return {
      id: `${name}:all`,
      group,
      label: `Show all in ${group}`,
      isServerMatch: true,
      showsAll: true,
      skipsRecent: true,
      run: () => void router.navigate(linkTo(list, { search: { q: text } })),
    }
  }

  function entryOf(name: string, group: string, { id, label, path, note, keywords }: FoundRecord): Entry {
    return {
      id: `${name}:${id}`,
      group,
      label: maskCardNumbers(label),
      isServerMatch: true,
      ...(note && { note }),
      ...(keywords && { keywords }),
      run: () => void router.navigate(linkTo(path, { search: {} })),
    }
  }
}

/** `Files`, `Files and users`, `Files and 3 others`. */
export function failedInWords(names: readonly string[]): string {
  const [first = '', second, ...others] = names
  const start = `${first.charAt(0).toUpperCase()}${first.slice(1)}`
  if (second === undefined) return start
  return others.length === 0 ? `${start} and ${second}` : `${start} and ${others.length + 1} others`
}

/** The text once it has not changed for this time. */
function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}

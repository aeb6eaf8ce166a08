import { maskCardNumbers } from '@backoffice/contract/card-number'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { filesQuery } from '../../api/files.ts'
import { errorMessage } from '../../net/api-error.ts'
import { STATE_LABELS } from '../file-state.tsx'
import type { Entry } from './rank.ts'

/** The search starts when typing has paused for this long. */
const PAUSE_MS = 200
const LEAST_LETTERS = 2

type Found = { entries: readonly Entry[]; searching: boolean; failure?: string }

/** The files whose name contains the query, newest first; only the answer to what stands there now. */
export function useFileEntries(query: string): Found {
  const router = useRouter()
  const asked = query.trim()
  const settled = useSettled(asked)
  const wanted = asked.length >= LEAST_LETTERS
  const { data, error, refetch } = useQuery({
    ...filesQuery({ page: 1, page_size: 10, category: 'SMAC_INQUIRY', q: settled }),
    enabled: wanted && settled === asked,
  })
  if (!wanted) return { entries: [], searching: false }
  if (settled !== asked || (!data && !error)) return { entries: [], searching: true }
  if (!data) {
    const again: Entry = {
      id: 'files:again',
      group: 'Files',
      words: 'Search the files again',
      stays: true,
      found: true,
      run: () => void refetch(),
    }
    return {
      entries: [again],
      searching: false,
      failure: `The files could not be searched. ${errorMessage(error)}`,
    }
  }
  const entries = data.items.map((file): Entry => {
    const { source_filekey } = file
    return {
      id: `file:${source_filekey}`,
      group: 'Files',
      words: maskCardNumbers(file.file_name),
      found: true,
      note: STATE_LABELS[file.state][1],
      run: () => void router.navigate({ to: '/files/$source_filekey', params: { source_filekey } }),
    }
  })
  return { entries, searching: false }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

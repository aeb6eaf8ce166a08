import { hasModule, may } from '@backoffice/contract/access'
import { maskCardNumbers, maskedCard } from '@backoffice/contract/card-number'
import { checkCardNumber, withoutSeparators } from '@backoffice/contract/inquiry-criteria'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Palette, type PaletteSource } from '../kit/palette/palette.tsx'
import type { Entry } from '../kit/palette/rank.ts'
import { usePaletteState } from '../kit/palette/state.ts'
import { usePermission } from '../kit/permission.ts'
import { mayLeave } from '../kit/unsaved-changes.ts'
import { errorMessage } from '../net/api-error.ts'
import { useUser } from '../session/store.ts'
import { kindLabelOf } from './categories.ts'
import { filesQuery } from './file-queries.ts'
import { fileStateLabel } from './file-state.tsx'
import { setInquiryStart } from './inquiry-start.ts'
import { ACCEPTED_TYPES, chooseFiles } from './upload/upload-on-demand.ts'

/** Typing pause before the search starts. */
const PAUSE_MS = 200
const MIN_LETTERS = 2

const HINT = 'Search screens, files and actions by name.'

/** The palette with file upload and file search. */
export function FilesPalette() {
  return <Palette useSource={useFilesSource} />
}

function useFilesSource(query: string): PaletteSource {
  const user = useUser()
  const isCardNumber = looksLikeCardNumber(query)
  const mayView = may(user, 'file:view')
  const recent = usePaletteState((state) => state.recent)
  const upload = useUploadEntry()
  const card = useCardSource(query)
  const { entries, ...search } = useFileSearch(!isCardNumber && mayView ? query : '')
  const actions = upload && hasModule(user, 'SMAC Inquiry') ? [upload] : []

  if (isCardNumber) return card

  // Recently opened files need no search.
  const opened = recent.filter(
    ({ id, group }) => group === 'Files' && mayView && !entries.some((entry) => entry.id === id),
  )
  return { actions, results: [...entries, ...opened], ...search, hint: HINT }
}

/** For a query like a card number: it is neither sent nor stored, but a whole one can start an inquiry. */
function useCardSource(query: string): PaletteSource {
  const router = useRouter()
  const { isShown, isAllowed, guard } = usePermission('inquiry:run')
  const common = { actions: [], results: [], hint: HINT }
  const open = () => void router.navigate({ to: '/smac_inquiry', search: {} })
  const wrong = checkCardNumber(query)
  if (!isShown || wrong !== undefined) {
    const entry: Entry = {
      id: 'card:screen',
      group: 'Screens',
      label: 'Open SMAC Inquiry',
      skipsRecent: true,
      run: open,
    }
    return {
      ...common,
      sections: isShown ? [{ label: 'Screens', entries: [entry] }] : [],
      message: 'This looks like a card number, so nothing was searched. Look up cards in SMAC Inquiry.',
      isAlert: true,
    }
  }
  const entry: Entry = {
    id: 'card:inquiry',
    group: 'Actions',
    label: `Run inquiry for card ${maskedCard(withoutSeparators(query))}`,
    denied: !isAllowed,
    skipsRecent: true,
    run: guard(async () => {
      if (!(await mayLeave())) return
      setInquiryStart({ card: { kind: 'NUMBER', card_number: withoutSeparators(query) } })
      open()
    }),
  }
  return {
    ...common,
    sections: [{ label: 'Actions', entries: [entry] }],
    message: 'Opens the single inquiry with this card. The number is neither searched nor stored.',
  }
}

/** True if a query may be all or much of a card number, which must not be sent or stored. */
export function looksLikeCardNumber(query: string): boolean {
  const digits = query.match(/\p{Nd}/gu)?.length ?? 0
  // Single dates, codes and terminals have fewer digits.
  const isLongNumber = digits >= 9 && !/\p{L}/u.test(query)
  return isLongNumber || /(?<![\w-])(?:\p{Nd}[\s-]?){12}/u.test(query) || maskCardNumbers(query) !== query
}

type FileSearch = Pick<PaletteSource, 'message' | 'isAlert'> & { entries: readonly Entry[] }

/** Files whose name contains the query, newest first; never the results of an earlier query. */
function useFileSearch(query: string): FileSearch {
  const router = useRouter()
  const text = query.trim()
  const settled = useSettled(text)
  const isSearched = text.length >= MIN_LETTERS
  const { data, error, refetch } = useQuery({
    ...filesQuery({ page: 1, page_size: 10, search: settled }),
    enabled: isSearched && settled === text,
  })
  if (!isSearched) return { entries: [] }
  if (settled !== text || (!data && !error)) return { entries: [], message: 'Searching the files…' }
  if (!data) {
    const retry: Entry = {
      id: 'files:again',
      group: 'Files',
      label: 'Search the files again',
      keepsOpen: true,
      isServerMatch: true,
      run: () => void refetch(),
    }
    return {
      entries: [retry],
      message: `The files could not be searched. ${errorMessage(error)}`,
      isAlert: true,
    }
  }
  const entries = data.items.map(
    ({ source_filekey, file_name, kind, category, state }): Entry => ({
      id: `file:${source_filekey}`,
      group: 'Files',
      label: maskCardNumbers(file_name),
      isServerMatch: true,
      note: [kindLabelOf({ kind, category }), fileStateLabel({ state, kind })].filter(Boolean).join(' · '),
      run: () => void router.navigate({ to: '/files/$source_filekey', params: { source_filekey } }),
    }),
  )
  return { entries }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Undefined without its module. */
function useUploadEntry(): Entry | undefined {
  const router = useRouter()
  const { isShown, isAllowed, guard } = usePermission('file:upload')
  if (!isShown) return undefined
  return {
    id: 'action:upload',
    group: 'Actions',
    label: 'Upload file',
    keywords: 'CSV inquiry cards',
    denied: !isAllowed,
    run: guard(() =>
      openFileDialog(async (files) => {
        if (!(await mayLeave())) return
        chooseFiles(files, 'SMAC_INQUIRY')
        await router.navigate({ to: '/smac_inquiry', search: { tab: 'file' } })
      }),
    ),
  }
}

function openFileDialog(onFiles: (files: readonly File[]) => void): void {
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

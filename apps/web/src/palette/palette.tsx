import { Palette, type PaletteSource } from '../kit/palette/palette.tsx'
import { usePaletteState } from '../kit/palette/state.ts'
import { useActionEntries } from './action-entries.ts'
import { looksLikeCardNumber, useCardSource } from './card-entry.ts'
import { useRecordSearch } from './record-search.ts'
import { useRecordSources } from './record-sources.ts'

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
  const sources = useRecordSources()
  const { entries, ...search } = useRecordSearch(sources, isCardNumber ? '' : query)
  if (isCardNumber) return { ...card, hint: HINT }

  // Recently opened records need no search.
  const groups = new Set(sources.map(({ group }) => group))
  const opened = recent.filter(
    ({ id, group }) => groups.has(group) && !entries.some((entry) => entry.id === id),
  )
  return { actions, results: [...entries, ...opened], ...search, hint: HINT }
}

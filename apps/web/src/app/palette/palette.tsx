import { Palette, type PaletteSource } from '../../kit/palette/palette.tsx'
import { usePaletteState } from '../../kit/palette/state.ts'
import { useActionEntries } from './action-entries.ts'
import { looksLikeCardNumber, useCardSource } from './card-entry.ts'
import { useRecordGroups, useRecordSearch } from './record-search.ts'

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

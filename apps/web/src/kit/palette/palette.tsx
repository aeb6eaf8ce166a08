import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../../ui/dialog.tsx'
import type { Entry } from './rank.ts'
import { remember, setPalette, usePaletteState } from './state.ts'
import { useAnswer } from './use-answer.ts'
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
  const [query, setQuery] = useState('')
  const answer = useAnswer(query)

  function choose(entry: Entry) {
    if (entry.stays) return entry.run()
    if (!entry.denied && !entry.unremembered) remember(entry)
    // Closed first: the focus goes back, and what is run may take it from there.
    flushSync(() => setPalette(false))
    entry.run()
  }

  return <PaletteView query={query} onQuery={setQuery} {...answer} onChoose={choose} />
}

import { useState } from 'react'
import { type Entry, sectionsFor } from '../../kit/palette/rank.ts'
import { PaletteView } from '../../kit/palette/view.tsx'
import { ShortcutsSheet } from '../../kit/shell/sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Example } from '../example.tsx'

export const title = 'Palette and shortcuts'

const entry = (group: string, label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  group,
  label,
  run: () => undefined,
  ...more,
})

const ENTRIES: readonly Entry[] = [
  entry('Screens', 'Operational Dashboard', { keys: 'g d' }),
  entry('Screens', 'SMAC Inquiry', { keys: 'g i' }),
  entry('Actions', 'Upload file', { denied: true }),
  entry('Actions', 'Dark theme', { note: 'current' }),
  entry('Files', 'branch-0417-november.csv', { note: 'Completed' }),
]

const SHORTCUTS = [
  { keys: 'mod+k', label: 'Search or jump to', group: 'Everywhere' },
  { keys: '?', label: 'Shortcuts', group: 'Everywhere' },
  { keys: 'g d', label: 'Operational Dashboard', group: 'Go to' },
]

export function Section() {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState('')
  const [open, setOpen] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [singleKey, setSingleKey] = useState(true)
  return (
    <>
      <Example title="Palette" note="Try “od”, “smac”, “november”; the arrows and Enter.">
        <Button onClick={() => setOpen(true)}>Search or jump to…</Button> {chosen && `Chosen: ${chosen}`}
        {open && (
          <Dialog label="Search or jump to" place="top" onClose={() => setOpen(false)}>
            <PaletteView
              query={query}
              onQuery={setQuery}
              sections={sectionsFor(query, ENTRIES, ['branch-0417-november.csv'])}
              onChoose={({ label }) => {
                setChosen(label)
                setOpen(false)
              }}
            />
          </Dialog>
        )}
      </Example>
      <Example title="Palette that searches">
        <Card flush>
          <PaletteView
            query="bra"
            onQuery={() => undefined}
            sections={[]}
            message="Searching the files…"
            onChoose={() => undefined}
          />
        </Card>
      </Example>
      <Example title="Palette with nothing found">
        <Card flush>
          <PaletteView
            query="zzz"
            onQuery={() => undefined}
            sections={[]}
            message="Nothing found for “zzz”. Search screens, files and actions by name."
            onChoose={() => undefined}
          />
        </Card>
      </Example>
      <Example title="Shortcuts" note="Shortcuts without Ctrl or ⌘ can be turned off.">
        <Button onClick={() => setSheet(true)}>Shortcuts</Button>
        {sheet && (
          <ShortcutsSheet
            shortcuts={SHORTCUTS}
            groups={['Everywhere', 'Go to']}
            singleKey={singleKey}
            onSingleKey={setSingleKey}
            onClose={() => setSheet(false)}
          />
        )}
      </Example>
    </>
  )
}

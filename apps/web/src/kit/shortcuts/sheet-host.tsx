import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import { openSheet, SHORTCUT_GROUPS, setSingle, useShortcutState } from './shortcuts.ts'

const load = async () => (await import('./sheet.tsx')).ShortcutsSheet

function fail(): void {
  openSheet(false)
  toastFailed('The list of shortcuts could not be loaded. Check the connection and try again.')
}

/** Where the sheet of shortcuts opens. */
export function SheetHost() {
  const { shortcuts, single, sheetOpen } = useShortcutState()
  const Sheet = useLazyModule(load, sheetOpen, fail)
  return (
    sheetOpen &&
    Sheet && (
      <Sheet
        shortcuts={shortcuts}
        groups={SHORTCUT_GROUPS}
        single={single}
        onSingle={setSingle}
        onClose={() => openSheet(false)}
      />
    )
  )
}

import { type ColumnChoice, storeColumns, useStoredColumns } from '../../kit/list/columns.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { Button } from '../../ui/button.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { TILE_LIST, useShownTiles } from './tile-names.ts'

const load = async () => (await import('../../kit/list/columns-panel.tsx')).ColumnsPanel
const prefetch = () => void load().catch(() => undefined)

/** Which tiles are shown, in which order. */
export function ArrangeButton() {
  const popover = usePopover()
  const shown = useShownTiles()
  const stored = useStoredColumns(TILE_LIST.declaration.name)
  const Panel = useLazyModule(load, popover.isOpen, () => {
    popover.close()
    toastFailed('The choice of tiles could not be loaded. Check the connection and try again.')
  })
  const onChange = (choice: readonly ColumnChoice[]) => storeColumns(TILE_LIST, choice)
  return (
    <>
      <Button {...popover.trigger} aria-haspopup="dialog" onPointerEnter={prefetch} onFocus={prefetch}>
        Tiles
      </Button>
      <Popover popover={popover} label="Tiles of the dashboard" width="wide">
        {Panel && (
          <Panel
            list={TILE_LIST}
            choice={stored ?? shown.map((id) => ({ id }))}
            onChange={onChange}
            label="Tiles"
          />
        )}
      </Popover>
    </>
  )
}

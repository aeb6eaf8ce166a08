import { useLazyDialog } from '../../kit/lazy/use-lazy-dialog.ts'
import { type ColumnChoice, storeColumns, useStoredColumns } from '../../kit/list/columns.ts'
import { Button } from '../../ui/button.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { TILE_LIST, useShownTiles } from './tiles.tsx'

const load = async () => (await import('../../kit/list/columns-panel.tsx')).ColumnsPanel

/** Button to choose and order the tiles. */
export function ArrangeButton() {
  const popover = usePopover()
  const shown = useShownTiles()
  const stored = useStoredColumns(TILE_LIST.declaration.name)
  const ColumnsPanel = useLazyDialog(load, popover.isOpen, popover.close)
  const onChange = (choice: readonly ColumnChoice[]) => storeColumns(TILE_LIST, choice)
  return (
    <>
      <Button {...popover.trigger} aria-haspopup="dialog">
        Tiles
      </Button>
      <Popover popover={popover} label="Tiles of the dashboard" width="wide">
        {ColumnsPanel && (
          <ColumnsPanel
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

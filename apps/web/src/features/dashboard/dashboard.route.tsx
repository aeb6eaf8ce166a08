import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { requirePermission } from '../../kit/access/guards.ts'
import { ErrorBoundary } from '../../kit/feedback/error-notice.tsx'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { type ColumnChoice, storeColumns, useStoredColumns } from '../../kit/list/columns.ts'
import { Page } from '../../kit/shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { BusinessDate, readAddress } from './business-date.tsx'
import css from './dashboard.module.css'
import { dashboardKey, prefetchTiles, type TileName } from './dashboard-queries.ts'
import { placesOf, TILE_LIST, TILES, useShownTiles } from './tiles.tsx'

export const Route = createFileRoute('/_app/operational_dashboard/')({
  validateSearch: ({ date }: Record<string, unknown>): { date?: string | undefined } => ({
    // The screen shows what is wrong with a date.
    date: typeof date === 'string' ? date : undefined,
  }),
  beforeLoad: () => requirePermission('dashboard:view'),
  loaderDeps: ({ search: { date } }) => ({ date }),
  // Requested in parallel with the code; each tile shows its data when it arrives.
  loader: ({ deps: { date } }) => prefetchTiles(FIRST, readAddress(date).date),
  codeSplitGroupings: [['component']],
  component: DashboardScreen,
})

const route = getRouteApi('/_app/operational_dashboard/')

function DashboardScreen() {
  const address = readAddress(route.useSearch().date)
  const shown = useTilesInTurn(useShownTiles())
  return (
    <Page
      title="Operational Dashboard"
      crumbs={[{ label: 'Operate' }]}
      actions={
        <>
          <BusinessDate key={address.wrong ?? address.date} {...address} />
          <ArrangeButton />
          <RefreshButton />
        </>
      }
    >
      <div className={css.tiles}>
        {placesOf(shown).map((names) => (
          <div key={names[0]} data-width={names[0] && TILES[names[0]].width}>
            {names.map((name) => {
              const { label, Tile } = TILES[name]
              return (
                <ErrorBoundary key={name} what={label}>
                  <Tile date={address.date} />
                </ErrorBoundary>
              )
            })}
          </div>
        ))}
      </div>
    </Page>
  )
}

/** Tiles above the fold render first, so that figures appear a sixth earlier. */
const FIRST_TILES = 5

function useTilesInTurn<Name>(tiles: readonly Name[]): readonly Name[] {
  const [isFirst, setFirst] = useState(true)
  useEffect(() => startTransition(() => setFirst(false)), [])
  return isFirst ? tiles.slice(0, FIRST_TILES) : tiles
}

function RefreshButton() {
  const queryClient = useQueryClient()
  const isFetching = useIsFetching({ queryKey: dashboardKey }) > 0
  return (
    <Button
      variant="quiet"
      title="Refreshes automatically every 60 s"
      busy={isFetching}
      icon={<Icon name="refresh" size={14} />}
      onClick={() => void queryClient.invalidateQueries({ queryKey: dashboardKey })}
    >
      <span className="visually-hidden">Refresh, automatically every </span>60 s
    </Button>
  )
}

const load = async () => (await import('../../kit/list/columns-panel.tsx')).ColumnsPanel

/** Button to choose and order the tiles. */
function ArrangeButton() {
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

const FIRST: readonly TileName[] = ['files', 'rows', 'inquiries', 'transactions', 'points', 'mapping']

import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { Page } from '../../kit/shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ArrangeButton } from './arrange-button.tsx'
import { BusinessDate } from './business-date.tsx'
import css from './dashboard.module.css'
import { dashboardKey } from './dashboard-queries.ts'
import { readAddress } from './shown-day.ts'
import { placesOf, TILES, useShownTiles } from './tiles.tsx'

const route = getRouteApi('/_app/operational_dashboard/')

export function DashboardScreen() {
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

/** Tiles above the fold render first: figures appear a sixth earlier. */
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

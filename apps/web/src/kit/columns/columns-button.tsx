import { useId, useRef, useState } from 'react'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import css from './columns-button.module.css'
import { LISTS, type ListName } from './lists.ts'
import { columnsOf, useShownColumns } from './shown-columns.ts'

const load = async () => (await import('./columns-popover.tsx')).ColumnsPopover

/** On the way to it; what fails here is told when it is wanted. */
function fetchAhead(): void {
  load().catch(() => undefined)
}

/** Opens the choice of a list's columns, which is fetched on the way to it. Marked while some are hidden. */
export function ColumnsButton({ list }: { list: ListName }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const Popover = useLazyModule(load, isWanted, () => {
    setWanted(false)
    toastFailed('The columns could not be loaded. Check the connection and try again.')
  })
  const shown = useShownColumns(list).length
  const all = columnsOf(list).length
  const ofList = `of ${LISTS[list].words.toLowerCase()}`
  const words = shown < all ? `Columns ${shown}/${all}` : 'Columns'
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.button}
        data-set={shown < all || undefined}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-label={`${words} ${ofList}`}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setWanted(true)}
      >
        {words}
      </button>
      {Popover && (
        <Popover
          id={id}
          label={`Columns ${ofList}`}
          list={list}
          button={button}
          isOpen={isOpen}
          onToggle={setOpen}
        />
      )}
    </>
  )
}

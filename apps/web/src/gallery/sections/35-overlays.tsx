import { useState } from 'react'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { ApiError } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { Menu, SplitButton } from '../../ui/menu.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { Example } from '../example.tsx'
import css from './samples.module.css'

export const title = 'Overlays'

const UNREACHABLE = new ApiError(0, { code: 'unreachable', detail: 'The server cannot be reached.' })

export function Section() {
  const [open, setOpen] = useState<'dialog' | 'panel'>()
  const [action, setAction] = useState('')
  const popover = usePopover()
  const close = () => setOpen(undefined)
  return (
    <>
      <Example title="Dialog" note="Escape or a click outside closes it; the focus returns to the button.">
        <Button onClick={() => setOpen('dialog')}>Choose columns</Button>
        {open === 'dialog' && (
          <Dialog label="Columns" onClose={close}>
            <DialogHead title="Columns" onClose={close} />
            <p className={css.inset}>The rest of the page waits.</p>
          </Dialog>
        )}
      </Example>
      <Example
        title="Alert dialog"
        note="The focus is on the safe button; a click outside does not close it."
      >
        <ConfirmButton
          title="Delete tender 0412?"
          message="It is removed from every list and cannot be restored."
          yes="Delete tender"
          write={{ isPending: false, error: UNREACHABLE, run: () => undefined, reset: () => undefined }}
        >
          Delete tender
        </ConfirmButton>
      </Example>
      <Example title="Side panel" note="A dialog at the right edge, as high as the window.">
        <Button onClick={() => setOpen('panel')}>Show details</Button>
        {open === 'panel' && (
          <Dialog label="Tender 0412" place="side" onClose={close}>
            <DialogHead title="Tender 0412" onClose={close} />
            <p className={css.inset}>The fields of the tender.</p>
          </Dialog>
        )}
      </Example>
      <Example
        title="Popover"
        note="The page stays usable. Escape, a click outside or leaving it with Tab closes it."
      >
        <Button {...popover.trigger} aria-haspopup="dialog">
          About this list
        </Button>
        <Popover popover={popover} label="About this list">
          <div className={css.inset}>
            <p>Files of the last 90 days.</p>
            <Button variant="quiet" onClick={popover.close}>
              Got it
            </Button>
          </div>
        </Popover>
      </Example>
      <Example title="Menu" note="Arrows, Home, End and first letters move; Escape and Tab close it.">
        <Menu
          label="Actions of tender 0412"
          items={[
            { label: 'Edit', onSelect: () => setAction('Edit') },
            { label: 'Duplicate', onSelect: () => setAction('Duplicate') },
            { label: 'Export', onSelect: () => setAction('Export'), isDisabled: true },
            { label: 'Show details', onSelect: () => setOpen('panel') },
            { label: 'Delete', onSelect: () => setAction('Delete'), isDangerous: true },
          ]}
        >
          Actions
        </Menu>{' '}
        <output>{action && `Chosen: ${action}`}</output>
      </Example>
      <Example title="Split button" note="The menu has variants of the action.">
        <SplitButton
          variant="primary"
          menuLabel="Formats"
          items={[
            { label: 'CSV', onSelect: () => setAction('CSV') },
            { label: 'Excel (.xlsx)', onSelect: () => setAction('Excel (.xlsx)') },
          ]}
        >
          <Button variant="primary" onClick={() => setAction('CSV')}>
            Download
          </Button>
        </SplitButton>
      </Example>
    </>
  )
}

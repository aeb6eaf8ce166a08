import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogHead } from '../../../ui/dialog.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Example } from '../example.tsx'
import css from './samples.module.css'

export const title = 'Tabs and dialogs'

export function Section() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Example title="Tabs" note="The arrows, Home and End move; Tab goes on into what is shown.">
        <Tabs
          label="One tender"
          tabs={[
            { id: 'details', label: 'Details', panel: () => <p>The fields of the tender.</p> },
            { id: 'history', label: 'History', panel: () => <p>Who changed what, and when.</p> },
            { id: 'access', label: 'Access', panel: () => <Button>Explain access</Button> },
          ]}
        />
      </Example>
      <Example
        title="Dialog"
        note="Escape or a press beside it closes it; the focus goes back to the button."
      >
        <Button onClick={() => setOpen(true)}>Choose columns</Button>
        <Dialog open={open} label="Columns" onClose={close}>
          {() => (
            <>
              <DialogHead title="Columns" onClose={close} />
              <p className={css.inset}>The rest of the page waits.</p>
            </>
          )}
        </Dialog>
      </Example>
      <Example title="Keys" note="As they are written on this machine.">
        <Kbd keys="mod+k" /> <Kbd keys="g d" /> <Kbd keys="?" />
      </Example>
    </>
  )
}

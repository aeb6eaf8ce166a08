import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Example } from '../example.tsx'

export const title = 'Tabs and keys'

export function Section() {
  return (
    <>
      <Example title="Tabs" note="Arrows, Home and End move; Tab moves into the panel.">
        <Tabs
          label="One tender"
          tabs={[
            { id: 'details', label: 'Details', panel: () => <p>The fields of the tender.</p> },
            { id: 'history', label: 'History', panel: () => <p>Who changed what, and when.</p> },
            { id: 'access', label: 'Access', panel: () => <Button>Explain access</Button> },
          ]}
        />
      </Example>
      <Example title="Keys" note="As shown on this platform.">
        <Kbd keys="mod+k" /> <Kbd keys="g d" /> <Kbd keys="?" />
      </Example>
    </>
  )
}

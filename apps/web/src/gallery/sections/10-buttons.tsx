import { toastDenied } from '../../kit/feedback/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Example } from '../example.tsx'

export const title = 'Buttons'

export function Section() {
  return (
    <>
      <Example title="Looks">
        <Button variant="primary">Create tender</Button> <Button>Export</Button>{' '}
        <Button variant="quiet">Cancel</Button> <Button variant="danger">Delete</Button>
      </Example>
      <Example title="With an icon">
        <Button icon={<Icon name="upload" />}>Upload file</Button>
      </Example>
      <Example title="Busy">
        <Button variant="primary" busy>
          Save
        </Button>
      </Example>
      <Example title="Not allowed" note="Stays visible and focusable; a click shows the toast.">
        <Button aria-disabled onClick={() => toastDenied()}>
          Import
        </Button>
      </Example>
    </>
  )
}

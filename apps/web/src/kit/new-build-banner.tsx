import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** An offer, not an order: work goes on, and the next screen brings the new version anyway. */
export function NewBuildBanner({ onReload }: { onReload: () => void }) {
  return (
    <Notice tone="info" title="A new version is ready." action={<Button onClick={onReload}>Reload</Button>}>
      It comes by itself when you go to another screen.
    </Notice>
  )
}

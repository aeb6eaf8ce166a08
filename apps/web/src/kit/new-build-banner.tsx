import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Offers to reload. Without it the next navigation loads the new version, see `builds/`. */
export function NewBuildBanner({ onReload }: { onReload: () => void }) {
  return (
    <Notice tone="info" title="A new version is ready." action={<Button onClick={onReload}>Reload</Button>}>
      Reload to use it now. Otherwise it loads when you go to another screen.
    </Notice>
  )
}

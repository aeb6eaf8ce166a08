import { preload } from './early-fetch.ts'
import { showFrame } from './frame/show-frame.ts'

declare global {
  interface Window {
    /** The page calls it once the parser has passed its frame. */
    showFrame?: () => void
  }
}

/*
 * Runs inline at the start of every signed-in page, before the frame is parsed and while the modules load. It shares
 * only types with them: a shared module would have to load first.
 */
const attempt = (step: () => void) => {
  try {
    step()
  } catch {
    // Without storage, a frame or preloads the application does the step.
  }
}
attempt(restoreTheme)
attempt(preload)
window.showFrame = () => attempt(showFrame)

/** Restores the last theme of this tab, so that a reload does not flash. The application checks its owner. */
function restoreTheme(): void {
  const theme = sessionStorage.getItem('theme')
  if (theme) document.documentElement.dataset.theme = theme
}

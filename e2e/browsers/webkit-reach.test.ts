import { reach } from './reach.ts'
import { startWebKit } from './webkit.ts'

// This engine lost the most controls before panes scrolled as a whole.
reach(startWebKit, { overlays: true })

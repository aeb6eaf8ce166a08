import { startFirefox } from './firefox.ts'
import { reach } from './reach.ts'

reach(startFirefox, { overlays: false })

import { reach } from './reach.ts'
import { startWebKit } from './webkit.ts'

reach(startWebKit)

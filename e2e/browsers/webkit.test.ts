import { scenario } from './scenario.ts'
import { startWebKit } from './webkit.ts'

scenario(startWebKit)

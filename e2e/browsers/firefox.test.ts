import { startFirefox } from './firefox.ts'
import { scenario } from './scenario.ts'

scenario(startFirefox)

import { writeFileSync } from 'node:fs'
import { configDocsFile, writeConfigDocs } from './config-docs.ts'

writeFileSync(configDocsFile, writeConfigDocs())

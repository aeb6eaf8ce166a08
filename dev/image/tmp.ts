import { checkImage } from './check-image.ts'
await checkImage({ hasBucket: process.argv[2] === 's3' })

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requirePrograms } from '../../drills/services.ts'
import { checkImage } from './check-image.ts'
import { buildImage, IMAGE, imageBytes } from './containers.ts'
import { contextFolder, copyFile, prepareContext } from './context.ts'

/**
 * `npm run image`: builds the image, then runs the main job through it. `--base IMAGE@DIGEST`: builds on a base with
 * glibc instead of from scratch. `--ca FILE`: copied to `/app/ca.pem`, for `sslrootcert` of DATABASE_URL.
 * `--context-only`: for another builder. `--s3`: stores files in a bucket of OpenStack Swift.
 */
const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    ca: { type: 'string' },
    'context-only': { type: 'boolean' },
    s3: { type: 'boolean' },
  },
})

async function main(): Promise<void> {
  const { base, s3: hasBucket = false } = values
  if (base !== undefined && !/@sha256:[0-9a-f]{64}$/.test(base))
    throw new Error(`--base ${base}: name it by its digest, IMAGE@sha256:…, which never changes`)
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`
  await prepareContext({ hasBase: base !== undefined })
  if (values.ca) copyFile(values.ca, join(contextFolder, 'root/app/ca.pem'))
  console.log(`context ready after ${seconds()}: ${contextFolder}`)
  if (values['context-only']) {
    const argument = base ? ` --build-arg BASE=${base}` : ''
    return console.log(
      `docker build --file deploy/Containerfile${argument} --tag backoffice ${contextFolder}`,
    )
  }
  requirePrograms(['buildah', 'podman', 'runc'], 'buildah podman runc')
  await buildImage(base)
  console.log(`built after ${seconds()}: ${IMAGE}, ${((await imageBytes()) / 1e6).toFixed(0)} MB`)
  await checkImage({ hasBucket })
}

await main()

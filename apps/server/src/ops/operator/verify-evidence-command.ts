import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { evidenceKeyOf } from '../../adapters/evidence-key.ts'
import { verifyEvidence } from '../../features/reviews/evidence-format.ts'

const USAGE = `Usage: npm run verify-evidence -- FILE [--key PEM_FILE]
Verifies the evidence of an access review. --key: the public key, as the system shows it. Default: the key of
EVIDENCE_KEY, or of keys.json in DATA_DIR.`

/** Code 0: valid, 1: not valid, 2: nothing could be verified. */
export type VerifyResult = { code: 0 | 1 | 2; output: string }

/** Reads only these files, without database or network. */
export async function runVerifyCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<VerifyResult> {
  try {
    const { file, keyFile } = readArgs(args)
    return verify(await read(file), await publicKey(keyFile, env))
  } catch (error) {
    if (error instanceof NotVerifiable) return { code: 2, output: error.message }
    throw error
  }
}

class NotVerifiable extends Error {}

function readArgs(args: readonly string[]): { file: string; keyFile: string | undefined } {
  try {
    const options = { key: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file, ...others] = positionals
    if (file !== undefined && others.length === 0) return { file, keyFile: values.key }
  } catch {
    // An unknown option.
  }
  throw new NotVerifiable(USAGE)
}

async function read(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new NotVerifiable(`${path} can’t be read (${error.code ?? error.message}).`)
  })
}

async function publicKey(
  keyFile: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<KeyObject> {
  if (keyFile !== undefined) return fromPem(keyFile, await read(keyFile))
  // An empty variable, as from a compose file, is not set.
  const seed = env.EVIDENCE_KEY || (await storedSeed(env.DATA_DIR || '.data'))
  const bytes = Buffer.from(seed ?? '', 'base64')
  if (bytes.length !== 32)
    throw new NotVerifiable('No key: name the file of the public key with --key, or set EVIDENCE_KEY.')
  return createPublicKey(evidenceKeyOf(bytes))
}

function fromPem(path: string, pem: Buffer): KeyObject {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Not a key.
  }
  throw new NotVerifiable(`${path} is not a public Ed25519 key in PEM.`)
}

async function storedSeed(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'keys.json'), 'utf8').catch(() => '{}')
  const stored: { evidence?: unknown } = JSON.parse(text)
  return typeof stored.evidence === 'string' ? stored.evidence : undefined
}

/** Text without characters that would control the terminal or disguise a line. */
const visible = (text: string) => text.replace(/\p{C}/gu, '\ufffd')

function verify(file: Buffer, key: KeyObject): VerifyResult {
  const verified = verifyEvidence(file, key)
  if (!verified.isValid) return { code: 1, output: `Not valid: ${verified.why}.` }
  const { facts, items, fingerprint } = verified
  const [name, ...others] = facts.map((fact) => fact.map(visible))
  const lines = [
    `Valid: evidence of “${name?.[1] ?? ''}”, ${items} ${items === 1 ? 'item' : 'items'}, signed with key ${fingerprint}.`,
    ...others.filter(([, value]) => value !== '').map(([fact, value]) => `  ${fact}: ${value}`),
  ]
  return { code: 0, output: lines.join('\n') }
}

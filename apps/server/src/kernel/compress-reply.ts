import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A smaller reply fits into one packet with its headers. */
const MIN_BYTES = 1024

/*
 * Compresses a list of 25 files (33 KB of JSON) to 19 % in 0.1 ms, as long as its serialization. Brotli 4 and gzip
 * above 3 take 1.7 times as long for 1 % less.
 */
const BROTLI_QUALITY = 3
const GZIP_LEVEL = 3

/**
 * Compresses the JSON of a reply, problem documents included, unless it is small. Synchronous, because at this size a
 * thread costs more than it saves.
 *
 * Safe against BREACH: without cookies no other site can send requests as the user, and the secrets in replies
 * (signatures of links) differ each time.
 */
export async function compressReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < MIN_BYTES) return payload
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity') return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  const bytes = Buffer.from(payload)
  if (encoding === 'gzip') return gzipSync(bytes, { level: GZIP_LEVEL })
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that Accept-Encoding names with a weight above 0. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';', 1)[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}

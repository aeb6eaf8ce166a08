import { maskCardNumbers } from '@backoffice/contract/card-number'

/** Secrets that have a shape. Others never get as far: neither headers, bodies nor the fields of errors are logged. */
const SHAPES: readonly (readonly [shape: RegExp, replacement: string])[] = [
  // JSON web tokens.
  [/eyJ[\w-]{5,}(\.[\w-]*)*/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [token]'],
  // Signed links, ours and those of a bucket; also as they stand in JSON or an address within an address.
  [/(signature|x-amz-(?:signature|credential|security-token))(=|%3D)[^&"'\s\\]+/gi, '$1$2[secret]'],
  // The signature and the parts of the header that S3 quotes.
  [/\b(Signature|Credential)=[^,"'\s\\&]+/g, '$1=[secret]'],
  // The password of an address.
  [/(\w:\/\/[^/\s:@"]*):[^/\s@"]+@/g, '$1:[secret]@'],
  // Of parameters by their names.
  [
    /(token|password|secret|secret_?access_?key)(\\*["']?\s*[=:]\s*\\*["']?)[^&"'\s,}\\[]{4,}/gi,
    '$1$2[secret]',
  ],
]

/** A line of the log without card numbers, tokens, and the signatures of links. */
export function scrub(line: string): string {
  return maskCardNumbers(
    SHAPES.reduce((text, [shape, replacement]) => text.replace(shape, replacement), line),
  )
}

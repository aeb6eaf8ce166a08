export const NUL = 0x00
export const TAB = 0x09
export const LF = 0x0a
export const CR = 0x0d
export const SPACE = 0x20
export const EXCLAMATION = 0x21
export const QUOTE = 0x22
export const APOSTROPHE = 0x27
export const PLUS = 0x2b
export const COMMA = 0x2c
export const DASH = 0x2d
export const POINT = 0x2e
export const SLASH = 0x2f
export const ZERO = 0x30
export const NINE = 0x39
export const COLON = 0x3a
export const SEMICOLON = 0x3b
export const LESS = 0x3c
export const EQUALS = 0x3d
export const GREATER = 0x3e
export const QUESTION = 0x3f
export const DELETE = 0x7f

export const UTF8_BOM = [0xef, 0xbb, 0xbf]
/** First bytes of a zip file. */
export const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** First bytes of an OLE file: a workbook of Excel 97, or an encrypted one. */
export const OLE = [0xd0, 0xcf, 0x11, 0xe0]

export function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

// One function per array type, because V8 compiles a read for the types that its function has seen. Both are inlined.

/** Byte within the bounds. */
export function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? outOfBounds(index)
}

/** Number within the bounds. */
export function uint32At(numbers: Uint32Array, index: number): number {
  return numbers[index] ?? outOfBounds(index)
}

function outOfBounds(index: number): never {
  throw new RangeError(`There is no element ${index}`)
}

export const NUL = 0x00
export const TAB = 0x09
export const LF = 0x0a
export const CR = 0x0d
export const SPACE = 0x20
export const QUOTE = 0x22
export const APOSTROPHE = 0x27
export const COMMA = 0x2c
export const SEMICOLON = 0x3b
export const DELETE = 0x7f

/** Classes of bytes outside quotes. */
export const ORDINARY = 0
export const DELIMITER = 1
export const LINE_FEED = 2
export const RETURN = 3
const QUOTATION = 4
export const CONTROL = 5
export const NULL = 6

export function byteClasses(delimiter: number): Uint8Array {
  const classes = new Uint8Array(256)
  classes.fill(CONTROL, 0, SPACE)
  classes[DELETE] = CONTROL
  classes[NUL] = NULL
  classes[LF] = LINE_FEED
  classes[CR] = RETURN
  classes[QUOTE] = QUOTATION
  classes[delimiter] = DELIMITER
  return classes
}

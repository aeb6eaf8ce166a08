import { CR, DELETE, LF, NUL, QUOTE, SPACE } from './bytes.ts'

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

import { CR, DELETE, LF, NUL, QUOTE, SPACE } from './ascii.ts'

/** Classes of bytes outside quotes. */
export const ORDINARY = 0
export const DELIMITER = 1
export const LINE_FEED = 2
export const CARRIAGE_RETURN = 3
const QUOTATION = 4
export const CONTROL = 5
export const NUL_BYTE = 6

export function byteClasses(delimiter: number): Uint8Array {
  const classes = new Uint8Array(256)
  classes.fill(CONTROL, 0, SPACE)
  classes[DELETE] = CONTROL
  classes[NUL] = NUL_BYTE
  classes[LF] = LINE_FEED
  classes[CR] = CARRIAGE_RETURN
  classes[QUOTE] = QUOTATION
  classes[delimiter] = DELIMITER
  return classes
}

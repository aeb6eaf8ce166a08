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

import type { Params, Rule } from './rule.ts'
import { attempt, isEmpty, numberParam } from './values.ts'

type FileLike = { name: string; size: number; type: string }

const BROWSER_ONLY = 'The width and height of a picture can only be checked in a browser'
const DECODED = ['jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif']
/** RFC 6838: 127 characters, a slash, 127 more. Also bounds the cost of patterns. */
const MAX_MEDIA_TYPE_LENGTH = 255
const KB = 1024

/** Entries of a file, an array or a FileList (detected by its method, because the server lacks the class). */
export function entriesOf(value: unknown): readonly unknown[] {
  if (isEmpty(value)) return []
  if (Array.isArray(value)) return value
  return typeof Object(value).item === 'function' ? Array.from(value as ArrayLike<unknown>) : [value]
}

/** Anything but a file gets empty texts and a size that fails every comparison. */
export function fileOf(entry: unknown): FileLike {
  const { name, size, type } = Object(entry)
  return {
    name: typeof name === 'string' ? name : '',
    size: typeof size === 'number' ? size : Number.NaN,
    type: typeof type === 'string' ? type : '',
  }
}

const eachFile = (test: (file: FileLike, params: Params) => boolean) => (value: unknown, params: Params) =>
  entriesOf(value).every((entry) => test(fileOf(entry), params))

function hasExtension({ name }: FileLike, extensions: readonly unknown[]): boolean {
  return extensions.some((each) => {
    const extension = attempt(() => String(each).toLowerCase())
    return extension !== undefined && name.toLowerCase().endsWith(`.${extension}`)
  })
}

/** `*` matches one or more characters; the `+xml` of `image/svg+xml` is optional; not anchored. */
function isOfType({ type }: FileLike, pattern: unknown): boolean {
  const source = attempt(() => String(pattern))
    ?.replace(/\+(.+)/, '(\\+$1)?')
    .replace('*', '.+')
  if (source === undefined) return false
  return type !== '' && type.length <= MAX_MEDIA_TYPE_LENGTH && new RegExp(source, 'i').test(type)
}

export const fileRules = {
  ext: eachFile((file, params) => hasExtension(file, Object.values(params))),
  /** Checks only the name. */
  image: eachFile((file) => hasExtension(file, [...DECODED, 'webp'])),
  mimes: eachFile((file, params) => Object.values(params).some((pattern) => isOfType(file, pattern))),
  /** Checks each file; `fileSize` checks their sum. */
  size: eachFile((file, params) => file.size <= numberParam(params, 'size') * KB),

  /** Fails outside browsers, which cannot decode pictures. */
  dimensions: async (value, params) => {
    const entries = entriesOf(value)
    if (!entries.every((entry) => hasExtension(fileOf(entry), DECODED))) return false
    if (entries.length && !('createImageBitmap' in globalThis)) return BROWSER_ONLY
    const sizes = await Promise.all(entries.map(imageSize))
    const [width, height] = [numberParam(params, 'width'), numberParam(params, 'height', 1)]
    return sizes.every((size) => size?.width === width && size.height === height)
  },
} satisfies Record<string, Rule>

type Size = { width: number; height: number }

/** Size of a picture in pixels; undefined if the browser cannot decode it. */
async function imageSize(picture: unknown): Promise<Size | undefined> {
  try {
    if (!(picture instanceof Blob)) return undefined
    if (picture.type === 'image/svg+xml') return await vectorSize(picture)
    // Missing in the server's types.
    const bitmap: Size & { close(): void } = await Reflect.get(globalThis, 'createImageBitmap')(picture)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return undefined
  }
}

/** createImageBitmap rejects vector pictures in a Blob. Uses a data URL, which the CSP allows. */
async function vectorSize(picture: Blob): Promise<Size> {
  const image: Size & { src: string; decode(): Promise<void> } = new (Reflect.get(globalThis, 'Image'))()
  image.src = `data:image/svg+xml,${encodeURIComponent(await picture.text())}`
  await image.decode()
  return { width: image.width, height: image.height }
}

type Size = { width: number; height: number }

/** Pixels of a picture in a Blob; undefined where it is none that the browser can decode. */
export async function imageSize(picture: unknown): Promise<Size | undefined> {
  try {
    if (!(picture instanceof Blob)) return undefined
    if (picture.type === 'image/svg+xml') return await vectorSize(picture)
    // Browsers have it, the types of a server do not.
    const bitmap: Size & { close(): void } = await Reflect.get(globalThis, 'createImageBitmap')(picture)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return undefined
  }
}

/** createImageBitmap takes no vector pictures from a Blob. The data address is what the page's policy allows. */
async function vectorSize(picture: Blob): Promise<Size> {
  const image: Size & { src: string; decode(): Promise<void> } = new (Reflect.get(globalThis, 'Image'))()
  image.src = `data:image/svg+xml,${encodeURIComponent(await picture.text())}`
  await image.decode()
  return { width: image.width, height: image.height }
}

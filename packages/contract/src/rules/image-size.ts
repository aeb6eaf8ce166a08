type Size = { width: number; height: number }

/** Size of a picture in pixels; undefined if the browser cannot decode it. */
export async function imageSize(picture: unknown): Promise<Size | undefined> {
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

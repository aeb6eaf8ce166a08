const FILEKEY = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** The name is interpolated into SQL, so only UUIDs are accepted. */
export function stagingTable(filekey: string): string {
  if (!FILEKEY.test(filekey)) throw new TypeError('filekey is not a uuid')
  return `staging.f_${filekey.replaceAll('-', '').toLowerCase()}`
}

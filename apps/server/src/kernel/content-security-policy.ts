const SELF = ["'self'"]

/** Pages add the hashes of their inline styles and scripts. */
export function contentSecurityPolicy(identity: string | null, storage: string | null) {
  const foreign = [identity, storage].filter((each) => each !== null)
  // Frames are downloads from a storage of another origin.
  return { ...BASE_POLICY, 'connect-src': [...SELF, ...foreign], 'frame-src': [storage ?? "'none'"] }
}

const BASE_POLICY = {
  'default-src': SELF,
  'script-src': SELF,
  'style-src': SELF,
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': SELF,
  'frame-ancestors': ["'none'"],
}

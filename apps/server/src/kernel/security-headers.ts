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

/** Unused browser features. Chromium logs a warning for unknown names. */
const DENIED_FEATURES = [
  ...['accelerometer', 'autoplay', 'camera', 'clipboard-read', 'display-capture'],
  ...['encrypted-media', 'fullscreen', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]

export const PERMISSIONS_POLICY = [
  ...DENIED_FEATURES.map((feature) => `${feature}=()`),
  // For the copy buttons.
  'clipboard-write=(self)',
].join(', ')

import philippines from './places.json' with { type: 'json' }

/** Regions, their provinces and highly urbanised cities, and their cities and municipalities, as the PSGC of 2025 names them. */
const REGIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = philippines

/** Below nothing the regions, below a region its provinces, below both the cities; none below an unknown place. */
export function placesBelow([region, province]: readonly string[]): readonly string[] {
  if (region === undefined) return Object.keys(REGIONS)
  const provinces = Object.hasOwn(REGIONS, region) ? REGIONS[region] : undefined
  if (province === undefined) return Object.keys(provinces ?? {})
  return (provinces && Object.hasOwn(provinces, province) && provinces[province]) || []
}

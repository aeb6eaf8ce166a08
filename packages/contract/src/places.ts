import philippines from './places.json' with { type: 'json' }

/** Regions, their provinces and highly urbanised cities, and their cities and municipalities, named by the PSGC of 2025. */
const REGIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = philippines

/** Regions, the provinces of a region, or the cities of a province; empty for an unknown place. */
export function placesBelow([region, province]: readonly string[]): readonly string[] {
  if (region === undefined) return Object.keys(REGIONS)
  const provinces = Object.hasOwn(REGIONS, region) ? REGIONS[region] : undefined
  if (province === undefined) return Object.keys(provinces ?? {})
  return (provinces && Object.hasOwn(provinces, province) && provinces[province]) || []
}

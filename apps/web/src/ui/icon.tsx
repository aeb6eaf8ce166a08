const PATHS = {
  check: 'M3 8.5l3.2 3.2L13 5',
  sun: 'M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.3l3.2 3.2',
  upload: 'M8 10.5V2.5M5 5.5l3-3 3 3M2.5 10.5v3h11v-3',
  download: 'M8 2.5v8M5 7.5l3 3 3-3M2.5 10.5v3h11v-3',
  leave: 'M6.5 2.5h-4v11h4M10.5 5l3 3-3 3M13 8H6',
  refresh: 'M13.2 6.5A5.5 5.5 0 1 0 13.4 9M13.5 2.8v3.7H9.8',
  bell: 'M4 7a4 4 0 0 1 8 0c0 3.2 1.5 4.2 1.5 4.2h-11S4 10.2 4 7zM6.6 13.5a1.5 1.5 0 0 0 2.8 0',
} as const

export type IconName = keyof typeof PATHS

/** Decorative: always beside or inside an element that has a name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

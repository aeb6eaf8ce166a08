/** A URL, an email address, or a host name that mail and chat programs turn into a link. */
const LINK = /[a-z][a-z0-9+.-]*:\/\/\S+|(?:[\p{L}\p{N}._%+-]+@)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\S*/giu

/** Full stops of other scripts, which browsers read as dots of a host name. */
const OTHER_STOPS = /[。｡]/gu

/** The first link of a text whose host is not exactly one of `hosts`; undefined if there is none. */
export function findUnlistedLink(text: string, hosts: readonly string[]): string | undefined {
  const links = text.normalize('NFKC').replace(OTHER_STOPS, '.').match(LINK) ?? []
  return links.map(withoutPunctuation).find((link) => !isListed(link, hosts))
}

const withoutPunctuation = (link: string) => link.replace(/[.,;:!?)\]}"'’”]+$/u, '')

function isListed(link: string, hosts: readonly string[]): boolean {
  const hasScheme = link.includes('://')
  const url = URL.parse(hasScheme ? link : `https://${link}`)
  // Before the @ of a URL may stand a host that misleads; only an email address needs one.
  const isClear = !hasScheme || (url?.protocol === 'https:' && url.username === '' && url.password === '')
  return url !== null && isClear && url.port === '' && hosts.includes(url.hostname)
}

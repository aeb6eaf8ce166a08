/** The hosts of an address, of one or several, without the login. */
export function databaseHosts(url: string): string {
  return /^postgres(?:ql)?:\/\/(?:[^/@]*@)?([^/?#]*)/.exec(url)?.[1] || 'this machine'
}

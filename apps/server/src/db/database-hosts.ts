/** The hosts of a database URL, without the login. */
export function databaseHosts(url: string): string {
  return /^postgres(?:ql)?:\/\/(?:[^/@]*@)?([^/?#]*)/.exec(url)?.[1] || 'this machine'
}

/** What the product needs of an identity provider, whichever it is. */

export type TokenClaims = { sub: string; email: string; exp: number }

/** Null for anything but a valid identity token of our pool and client: expired, foreign, or of another kind. */
export type TokenVerifier = (token: string) => Promise<TokenClaims | null>

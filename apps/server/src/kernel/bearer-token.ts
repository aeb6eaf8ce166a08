/** The token of an Authorization header, whose scheme may have any case (RFC 7235); empty without one. */
export const bearerToken = (authorization: string) => /^bearer +(.*)$/i.exec(authorization)?.[1] ?? ''

import { createContext, type ReactNode, useContext } from 'react'

const HeaderStatus = createContext<ReactNode>(null)

/** Provides what the header of every screen shows about work in the background. */
export const HeaderStatusProvider = HeaderStatus.Provider

export const useHeaderStatus = () => useContext(HeaderStatus)

/**
 * Work in progress that rests on this device. The frame asks about it when somebody signs out, but knows no feature: the entrance
 * says who keeps what.
 */
import { createContext, useContext } from 'react'
import { paths } from './paths.ts'

export interface KeptWork {
  /** What of this operator rests here, by names that they know. */
  list: (operatorId: string) => Promise<string[]>
  /** Removes all of it. */
  remove: (operatorId: string) => Promise<void>
}

export const KeptWorkContext = createContext<KeptWork>({ list: async () => [], remove: async () => undefined })
/** After signing out. Loaded anew: nothing of what they read stays on the screen, or in this document. */
export const leaveThePage = () => location.replace(paths.signIn())

export const useKeptWork = (): KeptWork => useContext(KeptWorkContext)

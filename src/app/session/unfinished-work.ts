/**
 * Unfinished work that is stored in this browser. The frame asks about it when an operator signs out, but knows no feature: the
 * entry module provides `list` and `remove`.
 */
import { createContext, useContext } from 'react'
import { paths } from '#kit/navigation/paths.ts'

export interface UnfinishedWork {
  /** What is stored for this operator, by the names they gave it. */
  list: (operatorId: string) => Promise<string[]>
  /** Removes all of it. */
  remove: (operatorId: string) => Promise<void>
}

export const UnfinishedWorkContext = createContext<UnfinishedWork>({
  list: async () => [],
  remove: async () => undefined,
})
export const useUnfinishedWork = (): UnfinishedWork => useContext(UnfinishedWorkContext)

/** After signing out. The page is loaded anew, so nothing that the operator read stays on the screen or in this document. */
export const reloadAtSignIn = () => location.replace(paths.signIn())

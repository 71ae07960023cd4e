/**
 * Unfinished work that is stored in this browser. When an operator signs out, the frame asks about it. Because the frame imports no
 * feature, the entry module provides `list` and `remove`.
 */
import { createContext, useContext } from 'react'
import { paths } from '#kit/navigation/paths.ts'

export interface UnfinishedWork {
  /** The names of what is stored for this operator. */
  list: (operatorId: string) => Promise<string[]>
  /** Removes all of it. */
  remove: (operatorId: string) => Promise<void>
}

export const UnfinishedWorkContext = createContext<UnfinishedWork>({
  list: async () => [],
  remove: async () => undefined,
})
export const useUnfinishedWork = (): UnfinishedWork => useContext(UnfinishedWorkContext)

/** After signing out. The document is reloaded, so nothing that the operator read stays in it. */
export const reloadAtSignIn = () => location.replace(paths.signIn())

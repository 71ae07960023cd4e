/**
 * Unfinished work that is stored in this browser. When an operator signs out, the frame asks whether to keep it. Because the frame imports no
 * feature, the entry module provides `list` and `remove`.
 */
import { createContext, useContext } from 'react'
import { paths } from '#kit/navigation/paths.ts'

export interface UnfinishedWork {
  /** Returns the names of the unfinished work that is stored for this operator. */
  list: (operatorId: string) => Promise<string[]>
  /** Removes all unfinished work of this operator. */
  remove: (operatorId: string) => Promise<void>
}

export const UnfinishedWorkContext = createContext<UnfinishedWork>({
  list: async () => [],
  remove: async () => undefined,
})
export const useUnfinishedWork = (): UnfinishedWork => useContext(UnfinishedWorkContext)

/** Called after signing out. Reloads the document, so that no data of the operator stay in it. */
export const reloadAtSignIn = () => location.replace(paths.signIn())

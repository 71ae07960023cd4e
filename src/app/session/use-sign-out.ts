import { useCommand } from '#api/commands.ts'
import { notifyRefusal } from '#kit/actions/notices.ts'
import { reloadAtSignIn, useUnfinishedWork } from './unfinished-work.ts'

/** @param onUnfinished called instead of signing out if this browser stores unfinished work of the operator, with its names */
export function useSignOut(operatorId: string, onUnfinished: (names: readonly string[]) => void): () => Promise<void> {
  const { run } = useCommand('signOut')
  const work = useUnfinishedWork()
  return async () => {
    // If the browser's storage fails, nothing is stored, so there is no need to ask.
    const names = await work.list(operatorId).catch(() => [])
    if (names.length > 0) return onUnfinished(names)
    await run({}).then(reloadAtSignIn, notifyRefusal)
  }
}

/**
 * The workspace that this tab is in, where the organisation has several. Remembered for the tab alone, so that two tabs can be
 * in two of them; it is not in the address, where every link of every page would have to carry it.
 */
const name = 'switchboard.workspace'

function remembered(): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

let chosen = remembered()

/** Its id, for the header of every request; null: the first one. */
export const chosenWorkspace = (): string | null => chosen

/** Goes into another. What was read in the one before has to be let go of by the caller. */
export function chooseWorkspace(id: string | null): void {
  chosen = id
  try {
    if (id === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, id)
  } catch {
    // It holds for this page then.
  }
}

/** One that is no longer configured is left, before anything is asked for in its name. */
export function leaveUnknownWorkspace(known: readonly { id: string }[]): void {
  if (known.length > 0 && chosen !== null && !known.some(({ id }) => id === chosen)) chooseWorkspace(null)
}

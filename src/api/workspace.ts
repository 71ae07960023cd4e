/**
 * The workspace of this tab. It is stored per tab, so that two tabs can show different workspaces, and not in the URL, because then every
 * link would have to include it.
 */
const storageKey = 'switchboard.workspace'

function storedWorkspace(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

let chosen = storedWorkspace()

/** ID for the header of every request; null for the first workspace. */
export const chosenWorkspace = (): string | null => chosen

/** Switches to another workspace. The caller must clear the cache. */
export function chooseWorkspace(id: string | null): void {
  chosen = id
  try {
    if (id === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, id)
  } catch {
    // Without storage, the choice lasts until the page is reloaded.
  }
}

/** Resets a workspace that is no longer configured, before requests name it. */
export function leaveUnknownWorkspace(known: readonly { id: string }[]): void {
  if (known.length > 0 && chosen !== null && !known.some(({ id }) => id === chosen)) chooseWorkspace(null)
}

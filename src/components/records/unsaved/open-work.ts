/** Opens the unsaved work of a form: the latest stored draft that no other tab has open, or a new one. */
import { heldLocks, holdLock, reloadTimeoutMs } from '#ui/tab-lock.ts'
import {
  type DraftOwner,
  removeDrafts,
  type StoredDraft,
  storeDraft,
  storedDraft,
  storedDraftsOf,
} from './stored-drafts.ts'
import { createUnsavedWork, type UnsavedWork } from './unsaved-work.ts'

const lockPrefix = 'switchboard-record-'
/** Short enough that a crash loses a word at most. */
const storeDelayMs = 300
/** A form does not wait longer for what this device stores. */
const readTimeoutMs = 1_500

function later(run: () => void): () => void {
  const timer = setTimeout(run, storeDelayMs)
  return () => clearTimeout(timer)
}

/** Rejects if the browser does not answer in time, because a database of another tab or a broken profile can make it wait forever. */
function withinTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser does not answer.')), readTimeoutMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Only one tab may continue a draft. */
async function claim(drafts: readonly StoredDraft[]): Promise<{ entry: StoredDraft; release: () => void } | null> {
  for (const [position, { id }] of drafts.entries()) {
    // The latest one may be that of the document which a reload replaces.
    const options = position === 0 ? { signal: AbortSignal.timeout(reloadTimeoutMs) } : { ifAvailable: true }
    const release = await holdLock(lockPrefix + id, options)
    // The tab that had it may have removed it before it closed.
    const entry = release && (await withinTime(storedDraft(id)).catch(() => undefined))
    if (entry) return { entry, release }
    release?.()
  }
  return null
}

/** The stored drafts of this form, the latest first, and the IDs of those that a tab has open. */
async function readDrafts(owner: DraftOwner, form: string) {
  const drafts = await storedDraftsOf(owner.operatorId, Date.now())
  return {
    ofForm: drafts.filter((draft) => draft.workspaceId === owner.workspaceId && draft.form === form),
    held: await heldLocks(lockPrefix),
  }
}

/**
 * @param onBroken called if this browser cannot read or store the work. The form then opens without it
 * @returns the work, and a function that releases it for other tabs
 */
export async function openUnsavedWork(
  owner: DraftOwner,
  form: string,
  onBroken: () => void,
): Promise<{ work: UnsavedWork; release: () => void }> {
  const { ofForm, held } = await withinTime(readDrafts(owner, form)).catch(() => {
    onBroken()
    return { ofForm: [], held: new Set<string>() }
  })
  const claimed = await claim(ofForm)
  const id = claimed?.entry.id ?? crypto.randomUUID()
  const release = claimed?.release ?? (await holdLock(lockPrefix + id, { ifAvailable: true }))
  const work = createUnsavedWork(
    {
      owner,
      form,
      id,
      entry: claimed?.entry ?? null,
      isOpenElsewhere: ofForm.some((draft) => draft.id !== id && held.has(draft.id)),
    },
    { store: storeDraft, remove: (removed) => removeDrafts([removed]), now: Date.now, later, onBroken },
  )
  return { work, release: () => release?.() }
}

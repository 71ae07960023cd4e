/** Opens the unsaved work of a form: the latest stored draft that no other tab has open, or a new one. */
import { closingTabMs, heldLocks, holdLock } from '#ui/tab-lock.ts'
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

/**
 * Rejects if the browser does not answer in time, because a database of another tab or a broken profile can make it wait forever.
 *
 * @param onLate called with an answer after that, as on a busy computer
 */
function withinTime<T>(answer: Promise<T>, onLate: (value: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('The browser does not answer.'))
    }, readTimeoutMs)
    answer
      .finally(() => clearTimeout(timer))
      .then((value) => (isLate ? onLate(value) : resolve(value)))
      .catch(reject)
  })
}

/** Only one tab may continue a draft. */
async function claim(
  drafts: readonly StoredDraft[],
  onLate: (draft: StoredDraft | undefined) => void,
): Promise<{ entry: StoredDraft; release: () => void } | null> {
  for (const [position, { id }] of drafts.entries()) {
    // The latest one may be that of the document which a reload replaces.
    const options = position === 0 ? { signal: AbortSignal.timeout(closingTabMs()) } : { ifAvailable: true }
    const release = await holdLock(lockPrefix + id, options)
    // The tab that had it may have removed it before it closed.
    const entry = release && (await withinTime(storedDraft(id), onLate).catch(() => undefined))
    if (entry) return { entry, release }
    release?.()
  }
  return null
}

/** The stored drafts of this workspace, the latest first, and the IDs of those that a tab has open. */
async function readDrafts(owner: DraftOwner) {
  const drafts = await storedDraftsOf(owner.operatorId, Date.now())
  return {
    drafts: drafts.filter(({ workspaceId }) => workspaceId === owner.workspaceId),
    held: await heldLocks(lockPrefix),
  }
}

/** The kind of record of a form, such as "agent" for "agent/5f2a" and "agent/new?from=". */
const kindOf = (form: string) => form.slice(0, form.indexOf('/'))

/** The key of a change of a record is not that of a new record. */
const keepsKey = (entry: StoredDraft, form: string) => entry.isNew || entry.form === form

/** The drafts with which a form may open, in this order: the chosen one, unless another tab has opened it, then those of the form. */
export const draftsToOpen = (drafts: readonly StoredDraft[], form: string, chosenId: string | null): StoredDraft[] => [
  ...drafts.filter(({ id }) => id === chosenId),
  ...drafts.filter((draft) => draft.form === form && draft.id !== chosenId),
]

/** The drafts of the same kind of record that neither this form nor another tab has open. */
export const otherDraftsOf = (
  drafts: readonly StoredDraft[],
  form: string,
  id: string,
  held: ReadonlySet<string>,
): StoredDraft[] =>
  drafts.filter((draft) => kindOf(draft.form) === kindOf(form) && draft.id !== id && !held.has(draft.id))

export interface Opened {
  work: UnsavedWork
  /** Stored drafts of the same kind of record, which other forms left. */
  others: readonly StoredDraft[]
  /** Another tab has stored work of the same form open. */
  isOpenElsewhere: boolean
}

/** @param onLate called if the browser answers only after the form has opened. `hasWork`: it stores work of this form */
async function openOnce(
  owner: DraftOwner,
  form: string,
  chosenId: string | null,
  { onBroken, onLate }: { onBroken: () => void; onLate: (hasWork: boolean) => void },
): Promise<Opened & { release: () => void }> {
  const ownOf = (found: readonly StoredDraft[]) => draftsToOpen(found, form, chosenId)
  const onLateDrafts = (late: { drafts: StoredDraft[] }) => onLate(ownOf(late.drafts).length > 0)
  const { drafts, held } = await withinTime(readDrafts(owner), onLateDrafts).catch(() => {
    onBroken()
    return { drafts: [], held: new Set<string>() }
  })
  const claimed = await claim(ownOf(drafts), (draft) => onLate(draft !== undefined))
  const entry = claimed && { ...claimed.entry, sent: keepsKey(claimed.entry, form) ? claimed.entry.sent : null }
  const id = claimed?.entry.id ?? crypto.randomUUID()
  const release = claimed?.release ?? (await holdLock(lockPrefix + id, { ifAvailable: true }))
  const work = createUnsavedWork(
    { owner, form, id, entry },
    { store: storeDraft, remove: (removed) => removeDrafts([removed]), now: Date.now, later, onBroken },
  )
  return {
    work,
    others: otherDraftsOf(drafts, form, id, held),
    isOpenElsewhere: drafts.some((draft) => draft.form === form && draft.id !== id && held.has(draft.id)),
    release: () => release?.(),
  }
}

/**
 * Opens the work of a form. If this browser answers only after that, it is opened once more.
 *
 * @param chosenId the ID of a draft of this or another form of the same kind, which somebody chose; null: the latest of this form
 * @param listeners.onBroken called with true if this browser cannot read or store the work, and with false if it answers after all. A form
 * whose work cannot be read opens without it
 * @param listeners.onOpen called when the form can open, and after a late answer: with other work if there is some to restore, and nobody
 * has typed, saved or discarded meanwhile, because what is typed is newer and stays
 * @returns functions that store at once what somebody typed, and that also release the work for other tabs
 */
export function openUnsavedWork(
  owner: DraftOwner,
  form: string,
  chosenId: string | null,
  { onBroken, onOpen }: { onBroken: (isBroken: boolean) => void; onOpen: (opened: Opened) => void },
): { flush: () => void; close: () => void } {
  let isOpen = true
  let wasRepeated = false
  const listeners = { onBroken: () => onBroken(true), onLate: (hasWork: boolean) => void onLate(hasWork) }
  let opening = openOnce(owner, form, chosenId, listeners)
  void opening.then((opened) => {
    if (isOpen) onOpen(opened)
  })

  async function onLate(hasWork: boolean) {
    const first = await opening
    if (!isOpen) return
    onBroken(false)
    if (!hasWork || wasRepeated || first.work.isUsed()) return
    wasRepeated = true
    // It may wait for a lock that another tab, or the document before a reload, holds. Meanwhile somebody can type.
    const again = await openOnce(owner, form, chosenId, listeners)
    const isWanted = isOpen && !first.work.isUsed()
    if (isWanted && again.work.restored) {
      opening = Promise.resolve(again)
      first.release()
      return onOpen(again)
    }
    again.release()
    if (isWanted) onOpen({ ...again, work: first.work })
  }

  return {
    flush: () => void opening.then(({ work }) => work.flush()),
    close: () => {
      isOpen = false
      void opening.then(({ work, release }) => {
        // If the form was neither saved nor discarded, such as when the session ends.
        work.flush()
        release()
      })
    },
  }
}

/** Removes a draft that no form has open. @returns false if another tab has opened it */
export async function discardDraft(id: string): Promise<boolean> {
  const release = await holdLock(lockPrefix + id, { ifAvailable: true })
  if (!release) return false
  await removeDrafts([id]).finally(release)
  return true
}

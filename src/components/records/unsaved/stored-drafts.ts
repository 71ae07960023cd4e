/**
 * Unsaved changes of records, stored on this device, so that a reload, a crash or the end of a session loses nothing. They contain
 * configuration: no recipients, but texts that somebody wrote. So only their operator sees them, and they are removed when they are saved,
 * discarded, or a week old. Each form of each tab has an entry of its own, so two tabs do not overwrite each other.
 */
import { createDeviceDatabase } from '#ui/device-database.ts'

export interface DraftOwner {
  operatorId: string
  workspaceId: string
}

/** What a form shows: enough to continue in it, and to name it in a list. */
export interface FormContent {
  /** Such as "agent". */
  noun: string
  /** The record's name as it was opened; '' for a new one. */
  recordName: string
  isNew: boolean
  /** What the form started with, or the record as it was last read. */
  before: unknown
  draft: unknown
}

/** A command that was sent, so that a repeat after a lost answer has the same key. */
export interface SentCommand {
  key: string
  /** JSON of what was sent; undefined: nothing. */
  content: string | undefined
}

export interface StoredDraft extends DraftOwner, FormContent {
  id: string
  /** The form, such as "agent/5f2a". */
  form: string
  sent: SentCommand | null
  /** Epoch ms. */
  savedAt: number
}

const maxAgeMs = 7 * 24 * 3_600_000

const database = createDeviceDatabase('switchboard-records', { drafts: { keyPath: 'id' } })

export const storeDraft = (draft: StoredDraft): Promise<void> => database.write(({ drafts }) => drafts.put(draft))

export const removeDrafts = (ids: readonly string[]): Promise<void> =>
  database.write(({ drafts }) => {
    for (const id of ids) drafts.delete(id)
  })

/** One draft as last stored by any tab; undefined if it was removed. */
export const storedDraft = async (id: string): Promise<StoredDraft | undefined> =>
  (await database.read('drafts', (store) => store.get(id))) as StoredDraft | undefined

/** All stored drafts of an operator, the latest first. Removes everybody's that are too old. */
export async function storedDraftsOf(operatorId: string, now: number): Promise<StoredDraft[]> {
  const all: StoredDraft[] = await database.read('drafts', (store) => store.getAll())
  const expired = all.filter(({ savedAt }) => now - savedAt > maxAgeMs)
  if (expired.length > 0) await removeDrafts(expired.map(({ id }) => id))
  return all
    .filter((draft) => draft.operatorId === operatorId && !expired.includes(draft))
    .toSorted((one, other) => other.savedAt - one.savedAt)
}

export const removeStoredDrafts = async (operatorId: string): Promise<void> =>
  removeDrafts((await storedDraftsOf(operatorId, Date.now())).map(({ id }) => id))

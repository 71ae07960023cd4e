/**
 * Unsent edits, stored on this device, so that a reload or a sign-out loses nothing. They may contain names, so only the operator who wrote
 * one sees it, and it is removed when it is sent, discarded, or a week old.
 */
import { createDeviceDatabase } from '#ui/device-database.ts'
import type { EditOwner, Edits } from './unsent-edits.ts'

interface StoredEdit extends EditOwner {
  /** The message's key. */
  key: string
  text: string
  /** The decision that contains the edit; null: none yet. */
  effectId: string | null
  /** Epoch ms. */
  savedAt: number
}

const maxAgeMs = 7 * 24 * 3_600_000

const database = createDeviceDatabase('switchboard-edits', { edits: { keyPath: ['operatorId', 'workspaceId', 'key'] } })

/** All edits of an operator. Removes everybody's that are too old. */
async function storedEditsOf(operatorId: string, now: number): Promise<StoredEdit[]> {
  const all: StoredEdit[] = await database.read('edits', (store) => store.getAll())
  const expired = all.filter(({ savedAt }) => now - savedAt > maxAgeMs)
  await remove(expired)
  return all.filter((edit) => edit.operatorId === operatorId && !expired.includes(edit))
}

const remove = async (edits: readonly Omit<StoredEdit, 'text' | 'effectId' | 'savedAt'>[]): Promise<void> => {
  if (edits.length === 0) return
  await database.write((stores) => {
    for (const { operatorId, workspaceId, key } of edits) stores.edits.delete([operatorId, workspaceId, key])
  })
}

/** How many edits of an operator this device stores. */
export const countStoredEdits = async (operatorId: string, now: number): Promise<number> =>
  (await storedEditsOf(operatorId, now)).length

export const removeStoredEdits = async (operatorId: string): Promise<void> =>
  remove(await storedEditsOf(operatorId, Date.now()))

/** The edits of an operator in a workspace, from all tabs. */
export async function loadEdits({ operatorId, workspaceId }: EditOwner, now: number): Promise<Edits> {
  const stored = (await storedEditsOf(operatorId, now)).filter((edit) => edit.workspaceId === workspaceId)
  const open = stored.filter(({ effectId }) => effectId === null)
  const decided = stored.filter(({ effectId }) => effectId !== null)
  return {
    open: Object.fromEntries(open.map(({ key, text }) => [key, text])),
    inDecisions: Object.fromEntries(decided.map(({ key, text, effectId }) => [effectId ?? '', { key, text }])),
  }
}

/** The edits by their message's key. An edit that was begun after a decision replaces the one in the decision. */
const editsByKey = ({ open, inDecisions }: Edits): Map<string, Pick<StoredEdit, 'text' | 'effectId'>> =>
  new Map<string, Pick<StoredEdit, 'text' | 'effectId'>>([
    ...Object.entries(inDecisions).map(([effectId, { key, text }]) => [key, { text, effectId }] as const),
    ...Object.entries(open).map(([key, text]) => [key, { text, effectId: null }] as const),
  ])

/** What to store after a change, so that two tabs with edits of different messages do not overwrite each other. */
export function changesOf(before: Edits, after: Edits) {
  const oldEdits = editsByKey(before)
  const newEdits = editsByKey(after)
  return {
    put: [...newEdits].flatMap(([key, edit]) => {
      const old = oldEdits.get(key)
      return old?.text === edit.text && old.effectId === edit.effectId ? [] : [{ key, ...edit }]
    }),
    remove: [...oldEdits.keys()].filter((key) => !newEdits.has(key)),
  }
}

/** Stores what changed. */
export async function storeChanges(owner: EditOwner, before: Edits, after: Edits, now: number): Promise<void> {
  const { put, remove: removedKeys } = changesOf(before, after)
  if (put.length === 0 && removedKeys.length === 0) return
  await database.write((stores) => {
    for (const edit of put) stores.edits.put({ ...owner, ...edit, savedAt: now } satisfies StoredEdit)
    for (const key of removedKeys) stores.edits.delete([owner.operatorId, owner.workspaceId, key])
  })
}

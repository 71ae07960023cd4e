/** The unfinished work of an operator that this browser stores: batches that are being prepared, and unsent edits of drafts. */
import { removeStored, storedNewBatches } from './features/batches/new-batch/state/stored-new-batches.ts'
import { countStoredEdits, removeStoredEdits } from './features/review/stored-edits.ts'
import { storedEdits } from './features/review/texts.ts'

/** @returns the names of the batches, and the number of edits */
export async function list(operatorId: string): Promise<string[]> {
  const newBatches = await storedNewBatches(operatorId, Date.now())
  const edits = await countStoredEdits(operatorId, Date.now())
  return [...newBatches.map(({ name, source }) => name ?? source.name), ...(edits > 0 ? [storedEdits(edits)] : [])]
}

export async function remove(operatorId: string): Promise<void> {
  await removeStored((await storedNewBatches(operatorId, Date.now())).map(({ id }) => id))
  await removeStoredEdits(operatorId)
}

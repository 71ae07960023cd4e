/** The unfinished work of an operator that this browser stores: batches that are being prepared, unsent edits of drafts, and unsaved records. */

import { plural } from '#ui/text/format-number.ts'
import { removeStoredDrafts, storedDraftsOf } from './components/records/unsaved/stored-drafts.ts'
import { storedDraft } from './components/records/unsaved/texts.tsx'
import { removeStored, storedNewBatches } from './features/batches/new-batch/state/stored-new-batches.ts'
import { countStoredEdits, removeStoredEdits } from './features/review/stored-edits.ts'

/** @returns the names of the batches and of the records, and the number of edits */
export async function list(operatorId: string): Promise<string[]> {
  const now = Date.now()
  const newBatches = await storedNewBatches(operatorId, now)
  const edits = await countStoredEdits(operatorId, now)
  const records = await storedDraftsOf(operatorId, now)
  return [
    ...newBatches.map(({ name, source }) => name ?? source.name),
    ...(edits > 0 ? [plural(edits, 'unsent edit of a draft', 'unsent edits of drafts')] : []),
    ...records.map(storedDraft),
  ]
}

export async function remove(operatorId: string): Promise<void> {
  await removeStored((await storedNewBatches(operatorId, Date.now())).map(({ id }) => id))
  await removeStoredEdits(operatorId)
  await removeStoredDrafts(operatorId)
}

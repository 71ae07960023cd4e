/** The last test call to an own number, in memory. After a reload it is gone, but the test remains in the list of batches. */
import { useSyncExternalStore } from 'react'

export interface OwnTest {
  /** Which of the confirmed numbers was chosen; null: the first. */
  numberId: string | null
  /** null: no test yet. */
  last: {
    batchId: string
    /** The reading of the file (`NewBatch.readingNumber`) that was tested: a test of another file does not count. */
    readingNumber: number
    /** Row number as in a spreadsheet. */
    row: number
    agentName: string | null
  } | null
}

let ownTest: OwnTest = { numberId: null, last: null }
const listeners = new Set<() => void>()

export function changeOwnTest(change: Partial<OwnTest>): void {
  ownTest = { ...ownTest, ...change }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useOwnTest = (): OwnTest => useSyncExternalStore(subscribe, () => ownTest)

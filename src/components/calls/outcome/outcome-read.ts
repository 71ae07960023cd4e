import { read } from '#api/reads.ts'

/** What came of a call: seen, guessed or corrected. */
export const outcomeRead = (roomName: string) => read('callOutcomeShow', { params: { roomName } })

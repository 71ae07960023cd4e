import { read } from '#api/reads.ts'

/** The outcome of a call: seen, guessed or corrected. */
export const outcomeRead = (roomName: string) => read('callOutcomeShow', { params: { roomName } })

import { read } from '#api/reads.ts'

/** The team's notes on a call, and who has its page open. */
export const notesRead = (roomName: string) => read('callNoteList', { params: { roomName } })

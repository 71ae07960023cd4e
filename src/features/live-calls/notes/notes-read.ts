import { read } from '#api/reads.ts'

/** The team's notes and tags on a call, and who has its page open. */
export const notesRead = (roomName: string) => read('callNoteList', { params: { roomName } })

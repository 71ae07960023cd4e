/** Takes a body of multipart/form-data apart: a large one in a thread, since that takes a third of a second for a file of 15 MB. */
import { inThread, largeBytes } from '../shared/thread.ts'
import { type Parts, partsOf, type Sent } from './upload-parts.ts'

/** @returns null for a body that is no form. The body is not to be used again */
export const takeApart = (sent: Sent): Promise<Parts | null> =>
  sent.body.byteLength < largeBytes
    ? partsOf(sent)
    : inThread(new URL('./upload-worker.ts', import.meta.url), sent, [sent.body])

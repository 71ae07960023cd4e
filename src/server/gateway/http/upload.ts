/** Takes a body of multipart/form-data apart: a large one in a process of its own, since that takes a third of a second for a file of 15 MB. */
import { largeBytes } from '#server/child/child.ts'
import { askChild } from '../shared/child.ts'
import { type Parts, partsOf, type Sent } from './upload-parts.ts'

/** @returns null for a body that is no form. */
export const parseUploadParts = (sent: Sent): Promise<Parts | null> =>
  sent.body.byteLength < largeBytes ? partsOf(sent) : askChild(new URL('./upload-child.ts', import.meta.url), sent)

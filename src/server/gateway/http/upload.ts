/** Takes a body of multipart/form-data apart: a large one in a process of its own, since that takes a third of a second for a file of 15 MB. */
import { childProcessMinBytes } from '#server/child/child.ts'
import { runInQueuedChild } from '../shared/child.ts'
import { type EncodedUpload, parseMultipart, type UploadParts } from './upload-parts.ts'

/** @returns null for a body that is no form. */
export const parseUploadParts = (sent: EncodedUpload): Promise<UploadParts | null> =>
  sent.body.byteLength < childProcessMinBytes
    ? parseMultipart(sent)
    : runInQueuedChild(new URL('./upload-child.ts', import.meta.url), sent)

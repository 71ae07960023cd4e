/** Parses uploads. Large ones are parsed in a child process, since a file of 15 MB takes a third of a second. */
import { childProcessMinBytes } from '#server/child/child.ts'
import { runInQueuedChild } from '../shared/child.ts'
import { type EncodedUpload, parseMultipart, type UploadParts } from './upload-parts.ts'

/** Parses a multipart/form-data body. @returns null if the body is not a form */
export const parseUploadParts = (upload: EncodedUpload): Promise<UploadParts | null> =>
  upload.body.byteLength < childProcessMinBytes
    ? parseMultipart(upload)
    : runInQueuedChild(new URL('./upload-child.ts', import.meta.url), upload)

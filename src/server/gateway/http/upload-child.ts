/** What a process runs to take the file out of an upload; see `parse.ts`. */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import parseMultipart, { type UploadParts } from '#server/child/multipart.ts'
import { answerOrRefuse } from '../shared/file-reader.ts'
import { uploadNotStored } from '../shared/refusals.ts'
import type { ReceivedUpload } from './uploads.ts'

/** What an upload contained besides the bytes of its file, which has been written. */
export interface StoredParts extends Pick<UploadParts, 'fields'> {
  /** SHA-256 of the file's bytes. */
  digest: string
}

/** @returns null if there is no file */
async function storeFile({ body, file, contentType }: ReceivedUpload): Promise<StoredParts | null> {
  const parts = await parseMultipart({ body: await readFile(body), contentType })
  if (!parts?.file) return null
  // The disk then has to hold the upload only once.
  await rm(body)
  await writeFile(file, parts.file, { flag: 'wx', mode: 0o600 }).catch(() => {
    // guard: file-that-cannot-be-stored-is-refused
    throw uploadNotStored()
  })
  return { fields: parts.fields, digest: createHash('sha256').update(parts.file).digest('base64url') }
}

export default answerOrRefuse(storeFile)

/** Parses multipart/form-data bodies. Runs in the process that reads files, since a body of 15 MB takes a third of a second. */

/** The body of a form. */
export interface EncodedUpload {
  body: Uint8Array<ArrayBuffer>
  contentType: string
}
/** The parts of a form. */
export interface UploadParts {
  /** The file; null: there is none. */
  file: Uint8Array<ArrayBuffer> | null
  /** The other fields, in their order. A value is null if the field is a file. */
  fields: [name: string, value: string | null][]
}

/** Where the process finds this module. */
export const multipartModule = new URL('./multipart.ts', import.meta.url)

/** @returns null if the body is not a form */
export default async function parseMultipart({ body, contentType }: EncodedUpload): Promise<UploadParts | null> {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => null)
  if (!form) return null
  const file = form.get('file')
  return {
    file: file instanceof File ? new Uint8Array(await file.arrayBuffer()) : null,
    fields: [...form.entries()].flatMap(([name, value]) =>
      name === 'file' ? [] : [[name, typeof value === 'string' ? value : null]],
    ),
  }
}

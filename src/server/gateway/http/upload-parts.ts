/** Parses multipart/form-data bodies. */

export interface EncodedUpload {
  body: ArrayBuffer
  contentType: string
}
export interface UploadParts {
  /** The file; null: there is none. */
  file: ArrayBuffer | null
  /** The other fields, in their order. A value is null if the field is a file. */
  fields: [name: string, value: string | null][]
}

/** @returns null if the body is not a form */
export async function parseMultipart({ body, contentType }: EncodedUpload): Promise<UploadParts | null> {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => null)
  if (!form) return null
  const file = form.get('file')
  return {
    file: file instanceof File ? await file.arrayBuffer() : null,
    fields: [...form.entries()].flatMap(([name, value]) =>
      name === 'file' ? [] : [[name, typeof value === 'string' ? value : null]],
    ),
  }
}

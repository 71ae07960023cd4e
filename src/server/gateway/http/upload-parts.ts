/** The parts of a body of multipart/form-data. */

export interface EncodedUpload {
  body: ArrayBuffer
  contentType: string
}
export interface UploadParts {
  /** null: there is none. */
  file: ArrayBuffer | null
  /** What is sent beside the file, in its order; null: another file. */
  fields: [name: string, value: string | null][]
}

/** @returns null for a body that is no form */
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

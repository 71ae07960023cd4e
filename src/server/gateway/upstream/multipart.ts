/** The one upload of the interface: a CSV file and some fields, as multipart/form-data (interface 4). */
import { FormData, Response } from 'undici'

export interface Multipart {
  bytes: Uint8Array
  contentType: string
}

/**
 * Encodes an upload. Whole, and not as a stream that is written while the service answers: a service that refuses an upload before
 * it has read all of it closes the connection, its refusal would be lost, and a start that was refused would count as unknown.
 *
 * @param fields beside the file; values are any text; those that are undefined are left out
 * @param file its bytes, sent as they are
 */
export async function encodeMultipart(
  fields: Record<string, string | undefined>,
  file: Uint8Array<ArrayBuffer>,
): Promise<Multipart> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  form.append('file', new File([file], 'recipients.csv', { type: 'text/csv' }))
  // undici's own: the global one of a process that serves is hono's, which has no `bytes`.
  const encoded = new Response(form)
  return { bytes: await encoded.bytes(), contentType: encoded.headers.get('content-type') ?? '' }
}

/** Encodes the only upload to the service, a CSV file with text fields, as multipart/form-data (interface 4). */
import { FormData, Response } from 'undici'

export interface Multipart {
  bytes: Uint8Array
  contentType: string
}

/**
 * Encodes an upload in memory, not as a stream: a service that refuses an upload before it has read all of it closes the connection.
 * A stream would then lose the refusal, and the outcome of the refused batch start would count as unknown.
 *
 * @param fields text values by name; undefined values are left out
 * @param file the file's bytes, sent unchanged
 */
export async function encodeMultipart(
  fields: Record<string, string | undefined>,
  file: Uint8Array<ArrayBuffer>,
): Promise<Multipart> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  form.append('file', new File([file], 'recipients.csv', { type: 'text/csv' }))
  // undici's Response: hono replaces the global one in a serving process, and its Response has no `bytes`.
  const encodedResponse = new Response(form)
  return { bytes: await encodedResponse.bytes(), contentType: encodedResponse.headers.get('content-type') ?? '' }
}

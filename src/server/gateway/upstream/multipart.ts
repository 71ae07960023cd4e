/** The one upload that the interface knows: a CSV file and some fields, as multipart/form-data (interface 4). */
import { randomBytes } from 'node:crypto'

export interface Multipart {
  bytes: Buffer
  contentType: string
}

/**
 * Encodes an upload.
 *
 * @param fields beside the file; names are ours, values are any text; those that are undefined are left out
 * @param file its bytes, sent as they are
 */
export function multipart(fields: Record<string, string | undefined>, file: Uint8Array): Multipart {
  const boundary = `switchboard-${randomBytes(16).toString('hex')}`
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}`
  const before = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${part(`name="${name}"`)}\r\n\r\n${value}\r\n`)
    .join('')
  const head = `${part('name="file"; filename="recipients.csv"')}\r\nContent-Type: text/csv\r\n\r\n`
  return {
    bytes: Buffer.concat([Buffer.from(before + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

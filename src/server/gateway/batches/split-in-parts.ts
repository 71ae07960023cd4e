/** Splits a list of recipients that exceeds one request to the service (interface 4) into parts of equal size. */
import { csvLimits } from '#contract/index.ts'
import type { CheckedFile, FileRecipient } from './checked-file.ts'

/**
 * @param bytes size of the whole file
 * @param rows maximum rows of a part
 * @returns the recipients in order, in as few parts as possible; each part fits one request in rows and bytes
 */
export function splitInParts(
  { sizeOf }: Pick<CheckedFile, 'sizeOf'>,
  recipients: readonly FileRecipient[],
  bytes: number,
  rows: number = csvLimits.rows,
): FileRecipient[][] {
  for (let parts = Math.max(Math.ceil(recipients.length / rows), Math.ceil(bytes / csvLimits.bytes)); ; parts += 1) {
    if (parts <= 1) return [[...recipients]]
    const rowsPerPart = Math.ceil(recipients.length / parts)
    const chunks = Array.from({ length: Math.ceil(recipients.length / rowsPerPart) }, (_, at) =>
      recipients.slice(at * rowsPerPart, (at + 1) * rowsPerPart),
    )
    if (rowsPerPart === 1 || chunks.every((part) => sizeOf(part) <= csvLimits.bytes)) return chunks
  }
}

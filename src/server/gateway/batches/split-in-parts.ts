/** Splits a list of recipients that exceeds one request to the service (interface 4) into parts of equal size. */
import { csvLimits } from '#contract/index.ts'
import type { CheckedFile, FileRecipient } from './checked-file.ts'

/**
 * @param fileBytes size of the whole file
 * @param maxRows maximum rows of a part
 * @returns the recipients in order, in as few parts as possible; each part fits one request in rows and bytes
 */
export function splitInParts(
  { sizeOf }: Pick<CheckedFile, 'sizeOf'>,
  recipients: readonly FileRecipient[],
  fileBytes: number,
  maxRows: number = csvLimits.rows,
): FileRecipient[][] {
  for (
    let partCount = Math.max(Math.ceil(recipients.length / maxRows), Math.ceil(fileBytes / csvLimits.bytes));
    ;
    partCount += 1
  ) {
    if (partCount <= 1) return [[...recipients]]
    const rowsPerPart = Math.ceil(recipients.length / partCount)
    const parts = Array.from({ length: Math.ceil(recipients.length / rowsPerPart) }, (_, index) =>
      recipients.slice(index * rowsPerPart, (index + 1) * rowsPerPart),
    )
    if (rowsPerPart === 1 || parts.every((part) => sizeOf(part) <= csvLimits.bytes)) return parts
  }
}

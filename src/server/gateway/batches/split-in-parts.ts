/** A list of recipients that is larger than one request to the service may be (interface 4), cut into parts of equal size. */
import { csvLimits } from '#contract/index.ts'
import type { Called, CheckedFile } from './checked-file.ts'

/**
 * @param bytes of the whole file as it is sent
 * @param rows most rows of a part
 * @returns the recipients in their order, in as few parts as possible: none has more rows or bytes than one request may have
 */
export function splitInParts(
  { sizeOf }: Pick<CheckedFile, 'sizeOf'>,
  recipients: readonly Called[],
  bytes: number,
  rows: number = csvLimits.rows,
): Called[][] {
  for (let parts = Math.max(Math.ceil(recipients.length / rows), Math.ceil(bytes / csvLimits.bytes)); ; parts += 1) {
    if (parts <= 1) return [[...recipients]]
    const each = Math.ceil(recipients.length / parts)
    const cut = Array.from({ length: Math.ceil(recipients.length / each) }, (_, at) =>
      recipients.slice(at * each, (at + 1) * each),
    )
    if (each === 1 || cut.every((part) => sizeOf(part) <= csvLimits.bytes)) return cut
  }
}

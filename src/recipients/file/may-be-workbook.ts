/** Tells by its first bytes whether a file is read as a workbook. Its name says nothing, and its reader is loaded only then. */

const begins = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/** Office files until 2003, and encrypted ones. */
export const isOldOffice = (bytes: Uint8Array): boolean =>
  begins(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

export const mayBeWorkbook = (bytes: Uint8Array): boolean =>
  isOldOffice(bytes) || begins(bytes, [0x50, 0x4b, 0x03, 0x04]) || begins(bytes, [0x50, 0x4b, 0x05, 0x06])

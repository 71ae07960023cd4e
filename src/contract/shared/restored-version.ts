/** The version that a command restores. A form has it in its address, and the command in its header. No zod, because pages import this. */
import { idPattern } from './endpoint.ts'

export interface RestoredVersion {
  /** The record that had the version. If it was deleted, the command creates another one. */
  recordId: string
  number: number
  /** The latest version of this record that the operator saw. */
  latest: number
}

/** The version as text, such as "5f2a/3/7". */
export const restoredVersionText = ({ recordId, number, latest }: RestoredVersion): string =>
  `${recordId}/${number}/${latest}`

/** Reads what `restoredVersionText` wrote; null if it is something else. */
export function readRestoredVersion(text: string): RestoredVersion | null {
  const [recordId = '', number = '', latest = '', ...rest] = text.split('/')
  const isValid = idPattern.test(recordId) && [number, latest].every((one) => /^[1-9]\d{0,8}$/.test(one))
  return isValid && rest.length === 0 ? { recordId, number: Number(number), latest: Number(latest) } : null
}

/** Checks the form before a call is placed. Pure. */
import { cannotCallReason, type Readiness } from '#components/agents/readiness.ts'
import { readTypedNumber } from '#components/phone/typed-number.ts'

export interface CallDraft {
  agentId: string | null
  /** As typed. */
  number: string
}

export type FieldName = 'agentId' | 'toNumber'
export interface FieldError {
  name: FieldName
  message: string
}

/**
 * @param readiness of the chosen agent; null while it is loading. If it is unknown, the service decides.
 * @returns the errors in the order of the fields
 */
export function checkDraft({ agentId, number }: CallDraft, readiness: Readiness | null): FieldError[] {
  const errors: FieldError[] = []
  if (agentId === null) errors.push({ name: 'agentId', message: 'Choose an agent.' })
  else if (readiness?.state === 'not-ready') errors.push({ name: 'agentId', message: cannotCallReason(readiness) })
  const parsedNumber = readTypedNumber(number)
  if (!parsedNumber.ok) errors.push({ name: 'toNumber', message: parsedNumber.problem })
  return errors
}

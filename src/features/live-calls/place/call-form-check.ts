/** What must be right before a call is placed, field by field. Pure. */
import { callsRefused, type Readiness } from '#components/agents/readiness.ts'
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
 * @param readiness of the chosen agent; null: not known yet
 * @returns the errors in the order of the form; a readiness that nobody knows is left to the service
 */
export function checkDraft({ agentId, number }: CallDraft, readiness: Readiness | null): FieldError[] {
  const errors: FieldError[] = []
  if (agentId === null) errors.push({ name: 'agentId', message: 'Choose the agent that calls.' })
  else if (readiness?.state === 'not-ready') errors.push({ name: 'agentId', message: callsRefused(readiness) })
  const typed = readTypedNumber(number)
  if (!typed.ok) errors.push({ name: 'toNumber', message: typed.problem })
  return errors
}

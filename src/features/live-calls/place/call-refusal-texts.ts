/** What a refused call means for the person who placed it: each error of Send Call in its own words (specification 7). */
import type { Refusal } from '#contract/index.ts'

export interface CallRefusal {
  /** What happened. */
  what: string
  /** Whether somebody was called: always said. */
  sent: string
  /** What to do next. */
  next: string
  /** Seconds from the answer until it can be tried again; null: nothing to wait for. */
  wait: number | null
  /** The field at fault, where one is. */
  field: 'agentId' | 'toNumber' | null
}

const nobody = 'No call was placed.'
/** Where nobody says how long. */
const aMinute = 60
const ended = (sentence: string) => (sentence === '' || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

/**
 * @param refusal what the gateway answered to Send Call
 * @param atOnce how many calls the plan allows at once
 */
export function callRefusal({ data }: Refusal, atOnce: number): CallRefusal {
  const details = ended(data.details)
  if (data.sent === 'unknown') {
    return {
      what: 'The service did not answer when we placed this call.',
      sent: 'It may be ringing now.',
      next: 'Do not call again before you know. Look for it among the live calls, or in the service’s own console.',
      wait: null,
      field: null,
    }
  }
  const of = (what: string, next: string, field: CallRefusal['field'] = null): CallRefusal => ({
    what,
    sent: data.sent === 'yes' ? 'The call was placed.' : nobody,
    next,
    wait: null,
    field,
  })
  if (data.code === 'concurrency_limit') {
    const lines = atOnce === 1 ? 'The one call' : `All ${atOnce} calls`
    return of(`${lines} that the plan allows at once ${atOnce === 1 ? 'is' : 'are'} in use.`, 'Wait until a call ends.')
  }
  if (data.code === 'invalid_number') {
    return of('The service does not accept this number.', 'Check the number and its country code.', 'toNumber')
  }
  if (data.code === 'over_budget') {
    return { ...of('The service takes no more requests for now.', ''), wait: data.retryAfter ?? aMinute }
  }
  // Both say themselves that nobody was called.
  if (data.code === 'called_before') return { ...of(ended(data.message), ''), sent: '' }
  if (data.code === 'do_not_call') return { ...of(ended(data.message), '', 'toNumber'), sent: '' }
  if (data.by === 'service' && data.status === 404) {
    return of(
      'This agent does not exist any more, or Switchboard’s key may not use it.',
      'Choose another agent.',
      'agentId',
    )
  }
  if (data.by === 'service' && data.status === 400) {
    return of(details === '' ? ended(data.message) : details, 'Complete the agent, or choose another.', 'agentId')
  }
  if (data.by === 'service' && data.status >= 500 && data.code !== 'service_refused_key') {
    return of(`The call failed at the service. ${details}`.trim(), 'You can place it again.')
  }
  return {
    what: ended(data.message),
    sent: /nothing was sent|was placed/i.test(data.message) ? '' : nobody,
    next: '',
    wait: null,
    field: null,
  }
}

/** Explains why a call was refused, for each error of Send Call (specification 7). */
import type { Refusal } from '#contract/index.ts'
import * as texts from './texts.tsx'

export interface CallRefusal {
  message: string
  /** Whether a call was placed; '' if `message` already says so. */
  sentNote: string
  advice: string
  /** Seconds from the answer until another try can succeed; null if waiting does not help. */
  waitSeconds: number | null
  /** The field whose value has to change; null if none has to. */
  field: 'agentId' | 'toNumber' | null
}

/** Used if the service does not say how long to wait. */
const defaultWaitSeconds = 60
const asSentence = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)

/**
 * @param refusal the gateway's answer to Send Call
 * @param maxCalls number of simultaneous calls that the plan allows
 */
export function callRefusal({ data }: Refusal, maxCalls: number): CallRefusal {
  const details = asSentence(data.details)
  if (data.sent === 'unknown') {
    return {
      message: 'The service did not confirm this call.',
      sentNote: 'It may be ringing now.',
      advice: 'Do not call again until you know what happened. Check the live calls or the service’s own console.',
      waitSeconds: null,
      field: null,
    }
  }
  const refusalWith = (message: string, advice: string, field: CallRefusal['field'] = null): CallRefusal => ({
    message,
    sentNote: data.sent === 'yes' ? 'The call was placed.' : texts.noCallPlaced,
    advice,
    waitSeconds: null,
    field,
  })
  if (data.code === 'concurrency_limit')
    return refusalWith(
      maxCalls === 1
        ? 'Your plan allows one call at a time, and one is in progress.'
        : `Your plan allows ${maxCalls} calls at a time, and all of them are in progress.`,
      'Wait until a call ends.',
    )
  if (data.code === 'invalid_number')
    return refusalWith('The service does not accept this number.', 'Check the number and its country code.', 'toNumber')
  if (data.code === 'over_budget')
    return { ...refusalWith(texts.serviceBusy, ''), waitSeconds: data.retryAfter ?? defaultWaitSeconds }
  // The messages of these three refusals already say that no call was placed.
  if (data.code === 'called_before') return { ...refusalWith(asSentence(data.message), ''), sentNote: '' }
  if (data.code === 'outside_hours') return { ...refusalWith(asSentence(data.message), ''), sentNote: '' }
  if (data.code === 'do_not_call') return { ...refusalWith(asSentence(data.message), '', 'toNumber'), sentNote: '' }
  if (data.by === 'service' && data.status === 404)
    return refusalWith(
      'This agent no longer exists, or Switchboard’s API key cannot use it.',
      'Choose another agent.',
      'agentId',
    )
  if (data.by === 'service' && data.status === 400) {
    return refusalWith(
      details === '' ? asSentence(data.message) : details,
      'Complete the agent’s setup, or choose another agent.',
      'agentId',
    )
  }
  if (data.by === 'service' && data.status >= 500 && data.code !== 'service_refused_key') {
    return refusalWith(
      details ? `The service could not place the call. ${details}` : 'The service could not place the call.',
      'You can try again.',
    )
  }
  return {
    message: asSentence(data.message),
    sentNote: /nothing was sent|was placed/i.test(data.message) ? '' : texts.noCallPlaced,
    advice: '',
    waitSeconds: null,
    field: null,
  }
}

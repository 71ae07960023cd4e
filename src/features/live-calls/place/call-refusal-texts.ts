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
      message: texts.outcomeUnknown,
      sentNote: texts.mayBeRinging,
      advice: texts.doNotCallAgain,
      waitSeconds: null,
      field: null,
    }
  }
  const refusalWith = (message: string, advice: string, field: CallRefusal['field'] = null): CallRefusal => ({
    message,
    sentNote: data.sent === 'yes' ? texts.callPlaced : texts.noCallPlaced,
    advice,
    waitSeconds: null,
    field,
  })
  if (data.code === 'concurrency_limit') return refusalWith(texts.allLinesInUse(maxCalls), texts.waitForLine)
  if (data.code === 'invalid_number') return refusalWith(texts.invalidNumber, texts.checkNumber, 'toNumber')
  if (data.code === 'over_budget')
    return { ...refusalWith(texts.serviceBusy, ''), waitSeconds: data.retryAfter ?? defaultWaitSeconds }
  // The messages of these three refusals already say that no call was placed.
  if (data.code === 'called_before') return { ...refusalWith(asSentence(data.message), ''), sentNote: '' }
  if (data.code === 'outside_hours') return { ...refusalWith(asSentence(data.message), ''), sentNote: '' }
  if (data.code === 'do_not_call') return { ...refusalWith(asSentence(data.message), '', 'toNumber'), sentNote: '' }
  if (data.by === 'service' && data.status === 404)
    return refusalWith(texts.agentGone, texts.chooseOtherAgent, 'agentId')
  if (data.by === 'service' && data.status === 400) {
    return refusalWith(details === '' ? asSentence(data.message) : details, texts.completeAgent, 'agentId')
  }
  if (data.by === 'service' && data.status >= 500 && data.code !== 'service_refused_key') {
    return refusalWith(texts.callFailed(details), texts.tryAgain)
  }
  return {
    message: asSentence(data.message),
    sentNote: /nothing was sent|was placed/i.test(data.message) ? '' : texts.noCallPlaced,
    advice: '',
    waitSeconds: null,
    field: null,
  }
}

/** Explains why a call was refused, for each error of Send Call (specification 7). */
import type { Refusal } from '#contract/index.ts'
import * as texts from './texts.tsx'

export interface CallRefusal {
  happened: string
  /** Whether a call was placed; '' if `happened` says so already. */
  sent: string
  toDo: string
  /** Seconds from the answer until another try makes sense; null if there is nothing to wait for. */
  wait: number | null
  /** The field that has to change, if there is one. */
  field: 'agentId' | 'toNumber' | null
}

/** Seconds to wait if the service names no time. */
const defaultWait = 60
const asSentence = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)

/**
 * @param refusal the gateway's answer to Send Call
 * @param maxCalls number of simultaneous calls that the plan allows
 */
export function callRefusal({ data }: Refusal, maxCalls: number): CallRefusal {
  const details = asSentence(data.details)
  if (data.sent === 'unknown') {
    return {
      happened: texts.outcomeUnknown,
      sent: texts.mayBeRinging,
      toDo: texts.doNotCallAgain,
      wait: null,
      field: null,
    }
  }
  const refused = (happened: string, toDo: string, field: CallRefusal['field'] = null): CallRefusal => ({
    happened,
    sent: data.sent === 'yes' ? texts.callPlaced : texts.noCallPlaced,
    toDo,
    wait: null,
    field,
  })
  if (data.code === 'concurrency_limit') return refused(texts.allLinesInUse(maxCalls), texts.waitForLine)
  if (data.code === 'invalid_number') return refused(texts.invalidNumber, texts.checkNumber, 'toNumber')
  if (data.code === 'over_budget') return { ...refused(texts.serviceBusy, ''), wait: data.retryAfter ?? defaultWait }
  // The messages of these two say that no call was placed.
  if (data.code === 'called_before') return { ...refused(asSentence(data.message), ''), sent: '' }
  if (data.code === 'do_not_call') return { ...refused(asSentence(data.message), '', 'toNumber'), sent: '' }
  if (data.by === 'service' && data.status === 404) return refused(texts.agentGone, texts.chooseOtherAgent, 'agentId')
  if (data.by === 'service' && data.status === 400) {
    return refused(details === '' ? asSentence(data.message) : details, texts.completeAgent, 'agentId')
  }
  if (data.by === 'service' && data.status >= 500 && data.code !== 'service_refused_key') {
    return refused(texts.callFailed(details), texts.tryAgain)
  }
  return {
    happened: asSentence(data.message),
    sent: /nothing was sent|was placed/i.test(data.message) ? '' : texts.noCallPlaced,
    toDo: '',
    wait: null,
    field: null,
  }
}

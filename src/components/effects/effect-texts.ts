/** What an effect did, in words. Apart from the rest of the audit's words, of which a page with an unknown outcome has no need. */
import { type ActionWords, recordedActions } from '#api/recorded-actions.ts'
import type { RecordedName } from '#contract/index.ts'

export const isRecorded = (endpoint: string): endpoint is RecordedName => Object.hasOwn(recordedActions, endpoint)

/** Switchboard records these by itself. */
const ownActions: Readonly<Record<string, ActionWords>> = {
  dataRestore: { done: 'Started with restored data', whether: null },
}

/** The words for an effect. An effect of a newer gateway has its own name. */
export function actionTexts(endpoint: string): { done: string; whether: string } {
  const known = isRecorded(endpoint) ? recordedActions[endpoint] : ownActions[endpoint]
  return { done: known?.done ?? endpoint, whether: `whether ${known?.whether ?? `${endpoint} was done`}` }
}

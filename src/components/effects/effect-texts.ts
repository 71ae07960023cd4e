/** Names what a command does. A separate module, so that pages with an unknown outcome do not load all texts of the audit. */
import { type ActionWords, recordedActions } from '#api/recorded-actions.ts'
import type { RecordedName } from '#contract/index.ts'

export const isRecorded = (endpoint: string): endpoint is RecordedName => Object.hasOwn(recordedActions, endpoint)

/** Actions that Switchboard records without a request by an operator. */
const ownActions: Readonly<Record<string, ActionWords>> = {
  dataRestore: { done: 'Started with restored data', unknownOutcome: null },
}

/** The texts for a command: "Started a batch", "whether a batch was started". An unknown command of a newer gateway is shown by its name. */
export function actionTexts(endpoint: string): { done: string; whether: string } {
  const actionWords = isRecorded(endpoint) ? recordedActions[endpoint] : ownActions[endpoint]
  return {
    done: actionWords?.done ?? endpoint,
    whether: `whether ${actionWords?.unknownOutcome ?? `${endpoint} was done`}`,
  }
}

/** Names what a command does. A module of its own, so that pages with an unknown outcome do not load all texts of the audit. */
import { type ActionWords, recordedActions } from '#api/recorded-actions.ts'
import type { RecordedName } from '#contract/index.ts'

export const isRecorded = (endpoint: string): endpoint is RecordedName => Object.hasOwn(recordedActions, endpoint)

/** What Switchboard records without a request. */
const ownActions: Readonly<Record<string, ActionWords>> = {
  dataRestore: { done: 'Started with restored data', unknownOutcome: null },
}

/** The texts for a command: "Started a batch", "whether a batch was started". A command of a newer gateway keeps its own name. */
export function actionTexts(endpoint: string): { done: string; whether: string } {
  const known = isRecorded(endpoint) ? recordedActions[endpoint] : ownActions[endpoint]
  return { done: known?.done ?? endpoint, whether: `whether ${known?.unknownOutcome ?? `${endpoint} was done`}` }
}

/** Names what a command does. A separate module, so that pages with an unknown outcome do not load all texts of the audit. */
import { recordedActions } from '#api/recorded-actions.ts'
import { ownActionTexts, type RecordedName } from '#contract/index.ts'

export const isRecorded = (endpoint: string): endpoint is RecordedName => Object.hasOwn(recordedActions, endpoint)

/** The texts for a command: "Started a batch", "whether a batch was started". An unknown command of a newer gateway is shown by its name. */
export function actionTexts(endpoint: string): { done: string; whether: string } {
  const actionWords = isRecorded(endpoint) ? recordedActions[endpoint] : undefined
  return {
    done: actionWords?.done ?? ownActionTexts[endpoint] ?? endpoint,
    whether: `whether ${actionWords?.unknownOutcome ?? `${endpoint} was done`}`,
  }
}

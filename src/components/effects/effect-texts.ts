/** Names what a command does. A separate module, so that pages with an unknown outcome do not load all texts of the audit. */
import { ownActionTexts, type RecordedName, type RequestDefinition, requests } from '#contract/index.ts'

export const isRecorded = (endpoint: string): endpoint is RecordedName =>
  Object.hasOwn(requests, endpoint) && 'done' in requests[endpoint as keyof typeof requests]

/** The texts for a command: "Started a batch", "whether a batch was started". An unknown command of a newer gateway is shown by its name. */
export function actionTexts(endpoint: string): { done: string; whether: string } {
  const request: RequestDefinition | undefined = isRecorded(endpoint) ? requests[endpoint] : undefined
  return {
    done: request?.done ?? ownActionTexts[endpoint] ?? endpoint,
    whether: `whether ${request?.unknownOutcome ?? `${endpoint} was done`}`,
  }
}

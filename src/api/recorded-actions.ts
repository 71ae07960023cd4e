/** What the audit calls each action, as the contract says. The build evaluates this module: few pages need these words. */
import { contract, type EndpointDefinition, type RecordedName } from '#contract/index.ts'

export interface ActionWords {
  /** What somebody did: "Started a batch". */
  done: string
  /** What nobody knows while its outcome is unknown: whether "a batch was started"; null: its outcome is always known. */
  whether: string | null
}

const endpoints: [string, EndpointDefinition][] = Object.entries(contract)

export const recordedActions = Object.fromEntries(
  endpoints.flatMap(([name, { done, whether = null }]) => (done === undefined ? [] : [[name, { done, whether }]])),
) as Record<RecordedName, ActionWords>

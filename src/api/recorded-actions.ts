/** Descriptions of recorded actions for the audit, from the contract. The build replaces this module with the values that it exports. */
import { contract, type EndpointDefinition, type RecordedName } from '#contract/index.ts'

export interface ActionWords {
  /** What was done: "Started a batch". */
  done: string
  /** Completes "whether …" while the outcome is unknown: "a batch was started"; null if the outcome is always known. */
  unknownOutcome: string | null
}

const endpoints: [string, EndpointDefinition][] = Object.entries(contract)

export const recordedActions = Object.fromEntries(
  endpoints.flatMap(([name, { done, unknownOutcome = null }]) =>
    done === undefined ? [] : [[name, { done, unknownOutcome }]],
  ),
) as Record<RecordedName, ActionWords>

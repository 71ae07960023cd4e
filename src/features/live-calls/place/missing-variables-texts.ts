/** The variables without a value in a single call, which has no row of a file. Pure: tested without the page. */
import { callVariables, variablesInWords } from '#components/agents/call-variables.ts'
import type { Agent, Flow, Session } from '#contract/index.ts'

/** As a sentence; '' where nothing is missing, or the flow is not known. */
export function silenceInWords(agent: Agent | undefined, flow: Flow | null, mode: Session['mode']): string {
  if (!agent || !flow) return ''
  const { needed } = callVariables(flow, agent, mode)
  if (needed.length === 0) return ''
  return `A single call has no columns, so the agent may have no value for ${variablesInWords(needed)}.`
}

/** Names the variables that have no value in a single call, because there is no CSV row. Pure. */
import { callVariables, variablesInWords } from '#components/agents/call-variables.ts'
import type { Agent, Flow, Session } from '#contract/index.ts'

/** A sentence; '' if no value is missing, or if the flow is not loaded. */
export function missingVariablesText(agent: Agent | undefined, flow: Flow | null, mode: Session['mode']): string {
  if (!agent || !flow) return ''
  const { needed } = callVariables(flow, agent, mode)
  if (needed.length === 0) return ''
  return `This call has no CSV row, so the agent may have no value for ${variablesInWords(needed)}.`
}

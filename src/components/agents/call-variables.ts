/** The texts that an agent says in a call, and the variables in them (specification, interfaces 2 and 4). Pure. */
import { type Agent, type Flow, madeUpVariables, type Session, variablesIn } from '#contract/index.ts'
import { labelOf, stepText } from '#flow-engine/graph.ts'
import { settingsOf } from '#flow-engine/settings.ts'
import { greetingOf, hasSteps, type WalkedFlow } from '#flow-engine/walk.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import * as texts from './texts.ts'

export interface FlowText {
  title: string
  text: string
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The texts of a flow that an agent says or follows, in the order of the flow. */
export function textsOf(flow: WalkedFlow): FlowText[] {
  const welcome = { title: 'Welcome message', text: greetingOf(flow).text }
  const steps = flow.flowData.nodes.map((node) => ({ title: labelOf(node) || node.type, text: stepText(node) }))
  const main = hasSteps(flow) ? steps : [{ title: 'Prompt', text: flow.prompt }]
  return [welcome, ...main].filter(({ text }) => text.trim() !== '')
}

/** Other texts that the agent may say: after a rule, outside working hours, before a text message. */
const otherTexts = ({ rules, settings, flowData }: WalkedFlow): string[] => [
  ...rules.flatMap(({ then, value }) => (then === 'go_to_node' ? [] : [value])),
  settingsOf({ settings }).outOfHoursMessage,
  ...flowData.nodes.map(({ data }) => textIn(data?.spoken)),
]

export interface CallVariables {
  /** Variables that need a column. */
  needed: string[]
  /** Variables for which a simulation makes up values if no column has them. */
  madeUp: string[]
}

const simulatedVariables: readonly string[] = madeUpVariables

/** The variables of a flow's texts. */
export const flowVariables = (flow: WalkedFlow): string[] =>
  variablesIn(...textsOf(flow).map(({ text }) => text), ...otherTexts(flow))

/** The variables of a call with this agent and flow, without the called number, which is always known. */
export function callVariables(flow: Flow, agent: Pick<Agent, 'personality'>, mode: Session['mode']): CallVariables {
  const names = [...flowVariables(flow), ...variablesIn(agent.personality)]
  const variables = [...new Set(names)].filter((name) => name !== 'phone_number')
  const isMadeUp = (name: string) => mode === 'simulation' && simulatedVariables.includes(name)
  return { needed: variables.filter((name) => !isMadeUp(name)), madeUp: variables.filter(isMadeUp) }
}

/** "{plan}, {price} and {date}", with hidden characters of the names made visible. */
export function variablesInWords(names: readonly string[]): string {
  return texts.list(names.map((name) => `{${visibleText(name)}}`))
}

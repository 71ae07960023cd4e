/** The texts that an agent says in a call, and the variables in them (interface 2 and 4). Pure. */
import { type Agent, type Flow, madeUpVariables, type Session, variablesIn } from '#contract/index.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import * as wording from './texts.ts'

export interface FlowText {
  title: string
  text: string
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The texts of a flow that an agent says or follows, in the order of the flow. */
export function textsOf({ welcomeMessage, customWelcomeMessage, promptType, prompt, flowData }: Flow): FlowText[] {
  const welcome = welcomeMessage === 'ai_custom' ? [{ title: wording.welcomeMessage, text: customWelcomeMessage }] : []
  const steps = flowData.nodes.map(({ type, data }) => ({
    title: textIn(data.label) || type,
    text: textIn(data.prompt) || textIn(data.text) || textIn(data.message),
  }))
  const body = promptType === 'flow' && steps.length > 0 ? steps : [{ title: wording.prompt, text: prompt }]
  return [...welcome, ...body].filter(({ text }) => text.trim() !== '')
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

/** Other texts that a flow may say: after a rule, outside working hours, before a message. */
const asides = ({ rules, settings, flowData }: Flow): string[] => [
  ...rules.flatMap(({ then, value }) => (then === 'go_to_node' ? [] : [value])),
  textIn(at(at(at(settings, 'responseSettings'), 'workingHours'), 'outOfHoursMessage')),
  ...flowData.nodes.map(({ data }) => textIn(data.spoken)),
]

export interface CallVariables {
  /** A column has to fill these. */
  needed: string[]
  /** A simulation makes these up if no column has them. */
  madeUp: string[]
}

const inSimulation: readonly string[] = madeUpVariables

/** The variables of a call with this agent and flow, without the called number, which is always known. */
export function callVariables(flow: Flow, agent: Pick<Agent, 'personality'>, mode: Session['mode']): CallVariables {
  const texts = [...textsOf(flow).map(({ text }) => text), ...asides(flow), agent.personality]
  const named = variablesIn(...texts).filter((name) => name !== 'phone_number')
  const isMadeUp = (name: string) => mode === 'simulation' && inSimulation.includes(name)
  return { needed: named.filter((name) => !isMadeUp(name)), madeUp: named.filter(isMadeUp) }
}

/** "{plan}, {price} and {date}", with hidden characters of the names made visible. */
export function variablesInWords(names: readonly string[]): string {
  return wording.list(names.map((name) => `{${visibleText(name)}}`))
}

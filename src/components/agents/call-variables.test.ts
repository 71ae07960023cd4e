import { describe, expect, it } from 'vitest'
import type { Flow } from '#contract/index.ts'
import { callVariables, textsOf, variablesInWords } from './call-variables.ts'

const node = (data: Record<string, unknown>) => ({ id: '1', type: 'say', position: { x: 0, y: 0 }, data })
const flow = {
  name: 'Renewals',
  promptType: 'simple',
  prompt: 'Ask {first_name} about {plan}, order {Order Number}.',
  welcomeMessage: 'ai_custom',
  customWelcomeMessage: 'Hello {first_name}, this is {agent}!',
  flowData: { nodes: [node({ label: 'Offer', prompt: 'Say {price}.', spoken: 'I text {nickname}.' })], edges: [] },
  rules: [
    { id: '1', when: 'silence', then: 'message', value: 'Sorry, {last_name}.' },
    { id: '2', when: 'silence', then: 'go_to_node', value: '{1}' },
  ],
  settings: { responseSettings: { workingHours: { outOfHoursMessage: 'Call {branch}.' } } },
} as unknown as Flow
const agent = { personality: 'Friendly; knows {region} and {phone_number}.' }

describe('the texts that an agent says', () => {
  it('are the welcome message and the prompt, or the steps of the flow', () => {
    expect(textsOf(flow).map(({ title }) => title)).toEqual(['Welcome message', 'Prompt'])
    expect(textsOf({ ...flow, promptType: 'flow', welcomeMessage: 'ai_dynamic' })).toEqual([
      { title: 'Offer', text: 'Say {price}.' },
    ])
  })

  it('need a column for every variable of the flow and the agent', () => {
    expect(callVariables(flow, agent, 'live').needed).toEqual([
      'first_name',
      'agent',
      'plan',
      'Order Number',
      'last_name',
      'branch',
      'nickname',
      'region',
    ])
  })

  it('need no column for what a simulation makes up', () => {
    const { needed, madeUp } = callVariables(flow, agent, 'simulation')
    expect(needed).not.toContain('agent')
    expect(madeUp).toEqual(['agent'])
  })

  it('have variables that can be listed in a sentence', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(variablesInWords)).toEqual([
      '',
      '{a}',
      '{a} and {b}',
      '{a}, {b} and {c}',
    ])
    expect(variablesInWords(['na\u202eme'])).toBe('{na[U+202E]me}')
  })
})

import { expect, it } from 'vitest'
import type { Agent, Flow } from '#contract/index.ts'
import { missingVariablesText } from './missing-variables-texts.ts'

const agent = { personality: '' } as Agent
const flow = (text: string) =>
  ({
    welcomeMessage: 'ai_custom',
    customWelcomeMessage: text,
    promptType: 'simple',
    prompt: '',
    flowData: { nodes: [], edges: [] },
    rules: [],
    settings: {},
  }) as unknown as Flow

it('names the variables that have no value in a single call', () => {
  const greeting = flow('Hello {first_name}, this is {agent} about {phone_number}.')
  expect(missingVariablesText(agent, greeting, 'simulation')).toBe(
    'This call has no CSV row, so the agent may have no value for {first_name}.',
  )
  expect(missingVariablesText(agent, greeting, 'live')).toContain('{first_name} and {agent}.')
  expect(missingVariablesText(agent, flow('Hello.'), 'live')).toBe('')
  expect(missingVariablesText(undefined, null, 'live')).toBe('')
})

import { expect, it } from 'vitest'
import type { Agent, Flow } from '#contract/index.ts'
import { silenceInWords } from './missing-variables-texts.ts'

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

it('whoever places one call reads which variables have nothing to put there', () => {
  const greeting = flow('Hello {first_name}, this is {agent} about {phone_number}.')
  expect(silenceInWords(agent, greeting, 'simulation')).toBe(
    'A single call has no columns, so the agent may have no value for {first_name}.',
  )
  expect(silenceInWords(agent, greeting, 'live')).toContain('{first_name} and {agent}.')
  expect(silenceInWords(agent, flow('Hello.'), 'live')).toBe('')
  expect(silenceInWords(undefined, null, 'live')).toBe('')
})

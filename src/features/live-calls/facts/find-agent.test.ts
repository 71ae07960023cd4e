import { expect, it } from 'vitest'
import { findAgent } from './find-agent.ts'

const agents = ['Finn', 'Nora', 'Nora'].map((name, index) => ({ id: `a${index}`, name }))
const find = (roomName: string, aiAgentName: string) => findAgent(agents, { roomName, aiAgentName })?.id

it('finds the agent of a call by its room, or by a name that only one agent has', () => {
  expect(find('a2-c1', 'Nora')).toBe('a2')
  expect(find('a0-c1', 'Renamed since')).toBe('a0')
  expect(find('room-7', 'Finn')).toBe('a0')
  expect(find('room-7', 'Nora')).toBeUndefined()
  expect(find('a20-c1', '')).toBeUndefined()
})

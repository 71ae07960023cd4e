import { expect, it } from 'vitest'
import type { ListedCall } from '#contract/index.ts'
import { callsOf, latest } from './recent-activity.ts'

it('what happened lately is the latest first, without what is older or has no time', () => {
  const at = (startedAt: number | null) => ({ startedAt })
  const items = [at(5), at(null), at(9), at(10), at(30)]
  expect(latest(items, 9, ({ startedAt }) => startedAt)).toEqual([at(30), at(10), at(9)])
})

it('the calls of an agent are those with its ID, and those with its name whose agent is unknown', () => {
  const call = (roomName: string, agentName: string, agentId: string | null) =>
    ({ roomName, agentName, agentId }) as ListedCall
  const calls = [
    call('renamed', 'Former name', 'finn1'),
    call('other', 'Finn', 'finn2'),
    call('by-name', 'Finn', null),
    call('by-stored-id', 'finn1', null),
  ]
  const { own, byName } = callsOf({ id: 'finn1', name: 'Finn' }, calls)
  expect(own.map(({ roomName }) => roomName)).toEqual(['renamed', 'by-name', 'by-stored-id'])
  expect(byName).toBe(1)
})

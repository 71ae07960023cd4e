import { describe, expect, it } from 'vitest'
import { withRecent } from './recent-calls.ts'

const call = (roomName: string) => ({ roomName, title: roomName.toUpperCase() })

describe('recent calls', () => {
  it('come latest first, each once, and no more than five', () => {
    const opened = ['a', 'b', 'c', 'a', 'd', 'e', 'f'].map(call)
    const recent = opened.reduce(withRecent, [] as ReturnType<typeof withRecent>)
    expect(recent.map(({ roomName }) => roomName)).toEqual(['f', 'e', 'd', 'a', 'c'])
  })
})

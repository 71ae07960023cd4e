import { describe, expect, it } from 'vitest'
import { addRecentCall } from './recent-calls.ts'

const call = (roomName: string) => ({ roomName, title: roomName.toUpperCase() })

describe('recent calls', () => {
  it('are listed once each, latest first, at most five', () => {
    const opened = ['a', 'b', 'c', 'a', 'd', 'e', 'f'].map(call)
    const recent = opened.reduce(addRecentCall, [] as ReturnType<typeof addRecentCall>)
    expect(recent.map(({ roomName }) => roomName)).toEqual(['f', 'e', 'd', 'a', 'c'])
  })
})

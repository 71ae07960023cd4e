import { describe, expect, it } from 'vitest'
import { localTimeIn } from './local-time.ts'

const now = Date.UTC(2026, 10, 20, 14, 2)

describe('a person who is about to call somebody far away', () => {
  it('sees one time where there is one clock', () => {
    expect(localTimeIn(['Europe/Berlin'], now)).toEqual({ text: '15:02', late: false })
    expect(localTimeIn(['Europe/Berlin', 'Europe/Madrid'], now)?.text).toBe('15:02')
  })

  it('sees the earliest and the latest where the zone is not certain', () => {
    expect(localTimeIn(['America/New_York', 'America/Los_Angeles'], now)).toEqual({
      text: '06:02 to 09:02',
      late: true,
    })
  })

  it('orders clocks by the day too: tomorrow is later than today', () => {
    const evening = Date.UTC(2026, 10, 20, 22, 30)
    expect(localTimeIn(['Pacific/Auckland', 'Europe/London'], evening)?.text).toBe('22:30 to 11:30')
  })

  it('is told that it is late there', () => {
    expect(localTimeIn(['Asia/Tokyo'], now)).toEqual({ text: '23:02', late: true })
  })

  it('reads before 8:00 and from 20:00 on as early or late', () => {
    const at = (hour: number, minute: number) => localTimeIn(['Etc/UTC'], Date.UTC(2026, 10, 20, hour, minute))?.late
    expect([at(7, 59), at(8, 0), at(19, 59), at(20, 0)]).toEqual([true, false, false, true])
  })

  it('sees nothing where nothing is known', () => {
    expect(localTimeIn([], now)).toBeNull()
    expect(localTimeIn(['Nowhere/Atall'], now)).toBeNull()
  })
})

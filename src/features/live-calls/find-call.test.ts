import { describe, expect, it } from 'vitest'
import { updateWall } from '#components/calls/wall.ts'
import * as numbering from '#components/phone/loaded-numbering.ts'
import { contract } from '#contract/index.ts'
import { looksLikeRoom, matchCards } from './find-call.ts'

const callsWith = (roomName: string, customerPhone: string, customerName: string) =>
  contract.liveCallList.response.parse({
    calls: [
      {
        id: `id-${roomName}`,
        roomName,
        customerPhone,
        customerName,
        aiAgentName: 'Anna',
        readAt: 0,
        batchId: null,
        live: true,
      },
    ],
    listed: true,
    readAt: 0,
    interval: 2,
    watched: 1,
    pausedUntil: null,
  }).calls

const cards = updateWall(
  [],
  [...callsWith('66aa-k1', '+14155550134', 'Ava Nguyen'), ...callsWith('66aa-k2', '+447700900123', 'Zoë Müller')],
  0,
  0,
)
const roomsFound = (text: string) => matchCards(cards, text, numbering).map((card) => card.call.roomName)

describe('finding a call on the wall', () => {
  it.each([
    '+14155550134',
    '+1 415 555 0134',
    '(415) 555-0134',
    '415.555.0134',
    '0014155550134',
    'tel:+1-415-555-0134',
    '０１３４',
    '5550134',
  ])('finds it by the number written as %s', (text) => {
    expect(roomsFound(text)).toEqual(['66aa-k1'])
  })

  it('finds it by the number as dialled inside the country', () => {
    expect(roomsFound('07700 900123')).toEqual(['66aa-k2'])
  })

  it('finds it by the room and by the customer', () => {
    expect(roomsFound('66AA-K1')).toEqual(['66aa-k1'])
    for (const text of ['müller', 'Muller', 'Müller Zoe', 'müller, zoë']) expect(roomsFound(text)).toEqual(['66aa-k2'])
  })

  it('finds nothing for an empty text or for only two digits', () => {
    expect(roomsFound('  ')).toEqual([])
    expect(roomsFound('55')).toEqual([])
  })

  it('distinguishes a room from a number and from a name', () => {
    expect(looksLikeRoom('66aa77bb-k1x9')).toBe(true)
    expect(looksLikeRoom('room_7')).toBe(true)
    expect(looksLikeRoom('+1 415 555 0134')).toBe(false)
    expect(looksLikeRoom('415-555-0134')).toBe(false)
    expect(looksLikeRoom('Nguyen')).toBe(false)
    expect(looksLikeRoom('../etc')).toBe(false)
  })
})

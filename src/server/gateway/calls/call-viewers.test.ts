/** Who has the page of a call open: colleagues see each other, and a page that was closed is forgotten. */
import { expect, test } from 'vitest'
import type { CallNotes } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock, startGatewayWithService } from '../testing/testing.ts'
import { callViewerTtlMs, createCallViewers } from './call-viewers.ts'

const notesPath = '/gateway/call-notes/a1-r1'

test('colleagues who have the same call open see each other, until their page no longer polls', async () => {
  const clock = createTestClock()
  const { grace, browser, service } = await startGatewayWithService(() => undefined, {
    store: await openTestStore(),
    clock,
  })
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  const requestsBefore = service.received.length
  const viewersFor = async (person = grace, priority = 'u=3') => {
    const { json } = await person.get(notesPath, { headers: { priority } })
    return (json as unknown as CallNotes).viewers.map(({ operator }) => operator)
  }
  expect(await viewersFor()).toEqual(['Grace Okafor'])
  expect(await viewersFor(tomas)).toEqual(['Grace Okafor', 'Tomás Rivera'])
  expect(await viewersFor()).toEqual(['Grace Okafor', 'Tomás Rivera'])
  // Tomás closes the page.
  clock.advance(callViewerTtlMs - 1_000)
  expect(await viewersFor()).toEqual(['Grace Okafor', 'Tomás Rivera'])
  clock.advance(1_000)
  expect(await viewersFor()).toEqual(['Grace Okafor'])
  // A hidden tab does not count.
  expect(await viewersFor(tomas, 'u=5')).toEqual(['Grace Okafor'])
  expect(await grace.get('/gateway/call-notes/a1-r2')).toMatchObject({
    json: { viewers: [{ operator: 'Grace Okafor' }] },
  })
  expect(service.received).toHaveLength(requestsBefore)
})

test('viewers at other gateways are listed too, and polls are not told one by one', () => {
  const clock = createTestClock()
  const sent: object[] = []
  const call = { workspace: 'main', roomName: 'r1' }
  let receive: (message: typeof call & { operatorId: string; operator: string }) => void = () => {}
  const viewers = createCallViewers({
    clock,
    cluster: {
      publish: (_, payload) => sent.push(payload),
      subscribe: (_, listener) => {
        receive = listener as typeof receive
      },
    },
  })
  receive({ ...call, operatorId: 'o2', operator: 'Ben' })
  viewers.mark(call, { id: 'o1', name: 'Ana', roles: ['support'] })
  viewers.mark(call, { id: 'o1', name: 'Ana', roles: ['support'] })
  expect(viewers.list(call)).toEqual([
    { operatorId: 'o1', operator: 'Ana' },
    { operatorId: 'o2', operator: 'Ben' },
  ])
  expect(sent).toEqual([{ ...call, operatorId: 'o1', operator: 'Ana' }])
})

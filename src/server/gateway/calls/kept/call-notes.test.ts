/** The team's notes on calls: stored here only, for as long as the call is kept. */
import { describe, expect, test } from 'vitest'
import { type CallNotes, callNoteLimits, type ListedCall } from '#contract/index.ts'
import { openTestStore } from '../../testing/store.ts'
import { createTestClock, type Script, startGatewayWithService } from '../../testing/testing.ts'

const room = '/v2/api/active-calls/a1-r1'
const notesPath = '/gateway/call-notes/a1-r1'
const dayMs = 24 * 3_600_000
const call = {
  id: 'c1',
  roomName: 'a1-r1',
  customerPhone: '+14155550134',
  aiAgentName: 'Finn',
  participants: [],
  sentiment: 'neutral',
  transcript: [{ role: 'agent', content: 'Hello, this is Finn.' }],
}

/** A gateway that has read a call; three people at it: an administrator, a campaign manager and a reviewer. */
async function startWithCall() {
  const script: Script = ({ path }) => (path === room ? { body: call } : undefined)
  const clock = createTestClock()
  const started = await startGatewayWithService(script, { store: await openTestStore(), clock })
  const { grace } = started
  const tomas = await started.browser().signInAsDemo('ready-campaign-manager')
  const priya = await started.browser().signInAsDemo('ready-reviewer')
  await grace.get(room)
  return {
    ...started,
    tomas,
    priya,
    clock,
    read: async (person = grace) => (await person.get(notesPath)).json as unknown as CallNotes,
    list: async () => (await grace.get('/gateway/kept-calls')).json as unknown as { calls: ListedCall[] },
    setDays: (days: number) => grace.request('PUT', '/gateway/call-retention', { body: { days } }),
  }
}

describe('a note on a call', () => {
  test('is read by colleagues with its author and time, and never sent to the service', async () => {
    const { tomas, priya, read, clock, service, list } = await startWithCall()
    const requestsBefore = service.received.length
    const added = await tomas.post(notesPath, { text: '  Wants a refund.\nCall back on Friday. ' })
    expect(added.status).toBe(200)
    const { isKept, notes } = await read(priya)
    expect({ isKept, notes }).toEqual({
      isKept: true,
      notes: [
        {
          noteId: added.json.noteId,
          text: 'Wants a refund.\nCall back on Friday.',
          operator: 'Tomás Rivera',
          operatorId: 'ready-campaign-manager',
          at: clock.now(),
        },
      ],
    })
    expect((await list()).calls).toMatchObject([{ roomName: 'a1-r1', noteCount: 1 }])
    expect(service.received).toHaveLength(requestsBefore)
  })

  test('that is submitted twice is stored once', async () => {
    const { tomas, priya, read } = await startWithCall()
    const submit = (person = tomas, key = 'k1') => person.post(notesPath, { text: 'Wants a refund.' }, { key })
    await Promise.all([submit(), submit()])
    await submit()
    expect((await read()).notes).toHaveLength(1)
    // The same key of another person, and another key, are other notes.
    await submit(priya)
    await submit(tomas, 'k2')
    expect((await read()).notes).toHaveLength(3)
  })

  test('is refused with the reason if it is empty or too long, or if the call has too many', {
    tags: ['notes-are-bounded'],
  }, async () => {
    const { tomas, read } = await startWithCall()
    expect(await tomas.post(notesPath, { text: ' \n ' })).toMatchObject({
      status: 400,
      json: { error: { fields: { text: 'text is empty.' } } },
    })
    expect(await tomas.post(notesPath, { text: 'x'.repeat(callNoteLimits.noteLength + 1) })).toMatchObject({
      status: 400,
      json: { error: { fields: { text: `text must be at most ${callNoteLimits.noteLength} characters long.` } } },
    })
    for (let count = 0; count < callNoteLimits.notes; count++) await tomas.post(notesPath, { text: `Note ${count}` })
    expect(await tomas.post(notesPath, { text: 'One more' })).toMatchObject({
      status: 409,
      json: { error: { code: 'too_many' } },
    })
    expect((await read()).notes).toHaveLength(callNoteLimits.notes)
  })

  test('is deleted by its author or an administrator, and by nobody else', {
    tags: ['notes-of-others-are-deleted-by-administrators'],
  }, async () => {
    const { grace, tomas, priya, read } = await startWithCall()
    const write = async () => String((await tomas.post(notesPath, { text: 'Wants a refund.' })).json.noteId)
    const remove = (person: typeof tomas, noteId: string) => person.request('DELETE', `${notesPath}/${noteId}`)
    const noteId = await write()
    expect(await remove(priya, noteId)).toMatchObject({
      status: 403,
      json: { error: { message: 'Tomás Rivera wrote this note. Only they or an administrator can delete it.' } },
    })
    expect((await read()).notes).toHaveLength(1)
    expect((await remove(tomas, noteId)).json).toEqual({ deleted: true })
    expect((await remove(tomas, noteId)).json).toEqual({ deleted: false })
    expect((await remove(grace, await write())).json).toEqual({ deleted: true })
    expect((await read()).notes).toEqual([])
  })
})

test('notes are deleted with their call, and a call that is not kept has none', {
  tags: ['notes-belong-to-a-kept-call'],
}, async () => {
  const { grace, tomas, read, setDays, clock } = await startWithCall()
  await tomas.post(notesPath, { text: 'Wants a refund.' })
  clock.advance(2 * dayMs)
  await Promise.all([grace.signInAsDemo(), tomas.signInAsDemo('ready-campaign-manager')])
  expect(await read()).toMatchObject({ isKept: true, notes: [{ text: 'Wants a refund.' }] })
  await setDays(1)
  expect(await read()).toMatchObject({ isKept: false, notes: [] })
  expect(await tomas.post(notesPath, { text: 'Wants a refund.' })).toMatchObject({
    status: 409,
    json: { error: { code: 'call_not_kept' } },
  })
})

test('the audit says who wrote and deleted notes, without what was written', async () => {
  const { grace, tomas } = await startWithCall()
  const { json } = await tomas.post(notesPath, { text: 'Wants a refund.' })
  await tomas.request('DELETE', `${notesPath}/${String(json.noteId)}`)
  const { text } = await grace.get('/gateway/history')
  for (const endpoint of ['callNoteAdd', 'callNoteDelete']) expect(text).toContain(endpoint)
  expect(text).not.toMatch(/refund/i)
})

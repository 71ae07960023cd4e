import { describe, expect, it } from 'vitest'
import { MessageFlow, MessageFlowBody } from '#contract/index.ts'
import { flatRecord, replacementBody } from './flat-record.ts'

type Draft = Pick<MessageFlow, 'name' | 'prompt' | 'messageChannel' | 'direction'>
const form = flatRecord<MessageFlow, Draft>({
  labels: { name: 'Name', prompt: 'Prompt', messageChannel: 'Channel', direction: 'Direction' },
  empty: { name: '', prompt: '', messageChannel: 'sms', direction: 'outbound' },
  body: MessageFlowBody,
})
const record = MessageFlow.parse({
  _id: 'f1',
  name: 'Renewals',
  autopilot: true,
  direction: 'sideways',
  settings: { delay: 20 },
  tags: ['a'],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
})
const draft = form.draftOf(record)

describe('a record that a PUT replaces', () => {
  it('is sent with all its fields, changed and unknown ones too, except those that the service sets', () => {
    const sent = form.replacementOf(record, { ...draft, prompt: 'Be brief.' })
    expect(sent).toMatchObject({ name: 'Renewals', prompt: 'Be brief.', autopilot: true, direction: 'sideways' })
    expect(sent).toMatchObject({ settings: { delay: 20 }, tags: ['a'] })
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['_id', 'createdAt', 'updatedAt']))
    expect(MessageFlowBody.safeParse(sent).success).toBe(true)
  })

  it('leaves out what the service did not send, and sends an emptied field as empty', () => {
    expect(Object.keys(replacementBody(record))).not.toContain('messageChannel')
    const before = { ...record, prompt: 'Be brief.' }
    expect(form.replacementOf(before, { ...form.draftOf(before), prompt: '' })).toMatchObject({ prompt: '' })
  })

  it('is restored with the fields of the version, also those that the form does not know', () => {
    const version = { ...record, prompt: '', settings: { delay: 5 }, tags: ['b'] }
    const now = { ...record, prompt: 'Be brief.' }
    const restored = form.replacementOf(now, form.draftOf(version), version)
    expect(restored).toMatchObject({ name: 'Renewals', prompt: '', settings: { delay: 5 }, tags: ['b'] })
    // Nothing that the form shows differs.
    expect(form.replacementOf(record, draft, { ...record, tags: ['b'] })).toMatchObject({ tags: ['b'] })
    expect(form.creationOf(draft, version)).toMatchObject({ settings: { delay: 5 }, tags: ['b'] })
    expect(Object.keys(form.creationOf(draft, version))).not.toContain('_id')
  })

  it('is not sent if nothing differs', () => {
    expect(form.replacementOf(record, draft)).toEqual({})
  })

  it('is validated only in changed fields, and a new record needs a name', () => {
    expect(form.problemsOf(form.empty, null)).toEqual({ name: 'Enter the name.' })
    expect(form.problemsOf({ ...draft, prompt: 'x' }, record)).toEqual({})
    expect(form.problemsOf({ ...draft, name: 'x'.repeat(201) }, record)).toEqual({
      name: 'Name can have at most 200 characters. This one has 201.',
    })
    expect(form.problemsOf({ ...draft, messageChannel: '' }, { ...record, messageChannel: 'sms' })).toEqual({
      messageChannel: 'Enter the channel.',
    })
  })
})

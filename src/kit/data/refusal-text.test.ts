import { describe, expect, it } from 'vitest'
import { Refusal } from '#contract/index.ts'
import { refusalText } from './refusal-text.ts'

const refusal = (data: Partial<Refusal['data']>) =>
  new Refusal({ status: 503, code: 'over_budget', message: 'The budget is used up.', by: 'gateway', ...data })

describe('the text of a refusal', () => {
  it('says for a command that nothing was sent, but not for a read', () => {
    expect(refusalText(refusal({ sent: 'no' }), true).sentNote).toBe('Nothing was sent.')
    expect(refusalText(refusal({ sent: 'no' })).sentNote).toBe('')
  })

  it.each([
    'You are offline. Nothing was sent.',
    'Priya requested this 2 s ago. Nothing more was sent.',
    'This decision was already undone, so it is not sent.',
    'Switchboard itself uses this key, so it was not revoked.',
    'Switchboard does not keep this call, so nothing was stored.',
    'Somebody else changed the snippets. Nothing was saved.',
  ])('does not say twice that nothing was sent: %s', (message) => {
    expect(refusalText(refusal({ message }), true).sentNote).toBe('')
  })

  it('adds nothing if the outcome is unknown, because the message explains it', () => {
    const message = 'The service did not confirm this. It may have happened.'
    expect(refusalText(refusal({ message, sent: 'unknown' }), true)).toMatchObject({ message, sentNote: '' })
  })

  it('promises automatic retries for reads only', () => {
    const down = { code: 'service_down', message: 'The calling service is not responding.' }
    expect(refusalText(refusal(down)).advice).toMatch(/^Switchboard keeps trying\./)
    expect(refusalText(refusal(down), true)).toMatchObject({ sentNote: 'Nothing was sent.', advice: '' })
  })

  it('leaves it to the gateway what to do if a command found nothing', () => {
    const missing = { code: 'not_found', status: 404 }
    expect(refusalText(refusal({ ...missing, by: 'service' }), true).advice).toMatch(/^It may have been deleted/)
    expect(refusalText(refusal({ ...missing, by: 'gateway' }), true).advice).toBe('')
    expect(refusalText(refusal({ ...missing, by: 'gateway' })).advice).toMatch(/^It may have been deleted/)
  })

  it('keeps the ID of what does not exist out of the sentence', () => {
    const missing = refusal({ code: 'not_found', status: 404, message: 'The agent e8502e3b78 does not exist.' })
    expect(refusalText(missing)).toMatchObject({ message: 'The agent does not exist.', details: 'ID: e8502e3b78' })
    const other = refusal({ code: 'not_found', status: 404, message: 'No such flow.', details: 'Ask support.' })
    expect(refusalText(other)).toMatchObject({ message: 'No such flow.', details: 'Ask support.' })
  })

  it('says of one odd 404 that it is read again, and not that it is gone', () => {
    const odd = refusal({ code: 'not_found', status: 404, isDoubtful: true })
    expect(refusalText(odd).advice).toBe('Switchboard reads it again in a moment.')
    expect(refusalText(odd, true).advice).not.toContain('reads it again')
  })

  it('does not repeat a wait that the message names', () => {
    const message = 'The service does not accept more requests right now. Try again in 23 s.'
    expect(refusalText(refusal({ message, retryAfter: 23 })).advice).toBe('')
  })

  it('shows the wait instead of any other advice', () => {
    expect(refusalText(refusal({ retryAfter: 23 })).advice).toBe('Try again in 23 s.')
  })

  it('includes the reference that an administrator can look up', () => {
    expect(refusalText(refusal({ reference: '01KAF' })).reference).toBe('01KAF')
  })
})

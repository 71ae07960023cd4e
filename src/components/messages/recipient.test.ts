import { describe, expect, it } from 'vitest'
import { recipientOf } from './recipient.ts'

const [phone, email] = ['+14155550134', 'ava@example.com']

describe('the recipient of a message', () => {
  it.each([
    ['the number', { phone, email }, 'sms', phone],
    ['the address if the flow writes e-mail', { phone, email }, 'email', email],
    ['the address if there is no number', { phone: null, email }, 'sms', email],
    ['the address if the number is not a phone number', { phone: 'ask her', email }, 'sms', email],
    ['the number in E.164, however it is written', { phone: '+1 (415) 555-0134', email: null }, '', phone],
  ])('is %s', (_, customer, channel, to) => {
    expect(recipientOf(customer, channel)).toEqual({ ok: true, to })
  })

  it('says why there is none', () => {
    expect(recipientOf({ phone: '4155550134', email: null }, 'sms')).toEqual({
      ok: false,
      problem: '“4155550134” is not a phone number: The number has no country code. Expected +14155550134.',
    })
    expect(recipientOf({ phone: null, email: 'ava at example' }, 'sms')).toEqual({
      ok: false,
      problem: '“ava at example” is not an e-mail address.',
    })
    expect(recipientOf({ phone: null, email: null }, 'sms')).toMatchObject({ ok: false })
  })
})

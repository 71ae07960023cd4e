/** Chooses the number or address that a message to a customer is sent to. Pure. */
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { type Conversation, emailPattern } from '#contract/index.ts'

type Customer = Pick<Conversation['customer'], 'phone' | 'email'>
type Recipient = { ok: true; to: string } | { ok: false; problem: string }

const emailOf = (text: string): Recipient =>
  emailPattern.test(text.trim())
    ? { ok: true, to: text.trim() }
    : { ok: false, problem: `“${text}” is not an e-mail address.` }

function numberOf(text: string): Recipient {
  const number = readTypedNumber(text)
  return number.ok
    ? { ok: true, to: number.e164 }
    : { ok: false, problem: `“${text}” is not a phone number: ${number.problem}` }
}

/**
 * The customer's number or e-mail address.
 *
 * @param channel of the flow; `email` prefers the address, everything else the number
 * @returns the address, or the number in E.164; or a sentence that says why there is neither
 */
export function recipientOf({ phone, email }: Customer, channel: string): Recipient {
  const number = phone === null ? null : numberOf(phone)
  const address = email === null ? null : emailOf(email)
  const candidates = (channel === 'email' ? [address, number] : [number, address]).filter((one) => one !== null)
  return (
    candidates.find(({ ok }) => ok) ??
    candidates[0] ?? { ok: false, problem: 'This customer has neither a phone number nor an e-mail address.' }
  )
}

/** Checks the recipient of a draft: a phone number that is not on the do-not-call list, or an e-mail address. */
import { emailPattern } from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { Contacts } from './contacts.ts'
import type { DoNotCall } from './do-not-call.ts'
import { customerOnDoNotCall } from './do-not-call-refusals.ts'
import { e164Of } from './number-hash.ts'

/** A command of the service, as requested. */
interface CommandRequest {
  name: string
  body: unknown
  workspace: string
}

const notARecipient = () =>
  refusal({
    status: 400,
    code: 'invalid_recipient',
    message: 'The recipient is neither a phone number nor an e-mail address. Nothing was drafted or sent.',
  })

/**
 * @returns a check that runs in the transaction that records a command. It refuses drafts (interface 7) to a number on the do-not-call
 *   list, and to anything that is neither a number nor an e-mail address
 */
export const assertMayDraftTo =
  ({ contacts, list }: { contacts: Contacts; list: DoNotCall }) =>
  async (store: Store, { name, body, workspace }: CommandRequest): Promise<void> => {
    if (name !== 'messageGenerate') return
    const { to } = body as { to: string }
    const number = e164Of(to)
    if (number === null) {
      // guard: draft-to-number-or-address
      if (to.length > 254 || !emailPattern.test(to.trim())) throw notARecipient()
      return
    }
    const numbers = [number]
    const { indexes, by } = await list.findAgain(store, workspace, { numbers, hashes: await contacts.hash(numbers) })
    // guard: no-draft-to-the-do-not-call-list
    if (indexes.length > 0) throw customerOnDoNotCall(by[0])
  }

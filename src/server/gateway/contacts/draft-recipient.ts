/** Nobody on the do-not-call list has a message drafted to them. */
import { checkNumber } from '#phone/number.ts'
import type { Store } from '../store/store.ts'
import type { Contacts } from './contacts.ts'
import type { DoNotCall } from './do-not-call.ts'
import { customerOnDoNotCall } from './do-not-call-refusals.ts'

/** A command of the service, as it is asked for. */
interface Asked {
  name: string
  body: unknown
  workspace: string
}

/**
 * @returns refuses to have a message drafted (interface 7) to a number on the list, in the transaction of the command's record; an
 *   e-mail address is on no list
 */
export const refuseDraftTo =
  ({ contacts, list }: { contacts: Contacts; list: DoNotCall }) =>
  async (store: Store, { name, body, workspace }: Asked): Promise<void> => {
    if (name !== 'messageGenerate') return
    const check = checkNumber((body as { to: string }).to)
    const number = check.ok ? check.e164 : check.repaired
    if (number === undefined) return
    const { places, by } = await list.findAgain(store, workspace, await contacts.hash([number]))
    // guard: no-draft-to-the-do-not-call-list
    if (places.length > 0) throw customerOnDoNotCall(by[0])
  }

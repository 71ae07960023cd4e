/** One look at whom the gateway called, shared by the rules that are asked about the same list. */
import type { Contacts } from '../contacts/contacts.ts'
import type { Look } from '../contacts/look.ts'
import type { Store } from '../store/store.ts'
import type { People } from './recipient-rules.ts'

export type SharedLook = ReturnType<typeof createSharedLook>

export function createSharedLook(contacts: Contacts) {
  const looks = new WeakMap<object, Promise<Look>>()
  function once(asked: object, look: () => Promise<Look>): Promise<Look> {
    const one = looks.get(asked) ?? look()
    looks.set(asked, one)
    return one
  }

  return {
    /** @param people the same object: the same look */
    of: (people: People) => once(people, () => contacts.look(people.hashes, undefined, people.heldBackBy)),

    /** @param store of the transaction, which records one start */
    again: (store: Store, { hashes, heldBackBy }: People, before: Look) =>
      once(store, () => contacts.lookAgain(store, hashes, before, heldBackBy)),
  }
}

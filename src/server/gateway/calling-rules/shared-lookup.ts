/** One look at whom the gateway called, shared by the rules that are asked about the same list. */
import type { Contacts } from '../contacts/contacts.ts'
import type { ContactLookup } from '../contacts/lookup.ts'
import type { Store } from '../store/store.ts'
import type { People } from './recipient-rules.ts'

export type SharedLookup = ReturnType<typeof createSharedLookup>

export function createSharedLookup(contacts: Contacts) {
  const looks = new WeakMap<object, Promise<ContactLookup>>()
  function once(asked: object, look: () => Promise<ContactLookup>): Promise<ContactLookup> {
    const one = looks.get(asked) ?? look()
    looks.set(asked, one)
    return one
  }

  return {
    /** @param people the same object: the same look */
    of: (people: People) => once(people, () => contacts.look(people.hashes, undefined, people.heldBackBy)),

    /** @param store of the transaction, which records one start */
    again: (store: Store, { hashes, heldBackBy }: People, before: ContactLookup) =>
      once(store, () => contacts.lookAgain(store, hashes, before, heldBackBy)),
  }
}

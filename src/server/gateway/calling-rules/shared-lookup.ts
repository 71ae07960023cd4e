/** One lookup of earlier contacts, shared by the rules that check the same list. */
import type { Contacts } from '../contacts/contacts.ts'
import type { ContactLookup } from '../contacts/lookup.ts'
import type { Store } from '../store/store.ts'
import type { People } from './recipient-rules.ts'

export type SharedLookup = ReturnType<typeof createSharedLookup>

export function createSharedLookup(contacts: Contacts) {
  const looks = new WeakMap<object, Promise<ContactLookup>>()
  function once(key: object, lookUp: () => Promise<ContactLookup>): Promise<ContactLookup> {
    const one = looks.get(key) ?? lookUp()
    looks.set(key, one)
    return one
  }

  return {
    /** @param people the same object gets the same lookup */
    of: (people: People) => once(people, () => contacts.lookUp(people.hashes, undefined, people.heldBackBy)),

    /** @param store the transaction that records the start */
    inRecord: (store: Store, { hashes, heldBackBy }: People, before: ContactLookup) =>
      once(store, () => contacts.lookUpAgain(store, hashes, before, heldBackBy)),
  }
}

/** One lookup of earlier contacts, shared by the rules that check the same list. */
import type { Contacts } from '../contacts/contacts.ts'
import type { ContactLookup } from '../contacts/lookup.ts'
import type { Store } from '../store/store.ts'
import type { People } from './recipient-rules.ts'

export type SharedLookup = ReturnType<typeof createSharedLookup>

export function createSharedLookup(contacts: Contacts) {
  const lookups = new WeakMap<object, Promise<ContactLookup>>()
  function getOrLookUp(key: object, lookUp: () => Promise<ContactLookup>): Promise<ContactLookup> {
    const lookup = lookups.get(key) ?? lookUp()
    lookups.set(key, lookup)
    return lookup
  }

  return {
    /** @param people the same object gets the same lookup */
    lookUp: (people: People) => getOrLookUp(people, () => contacts.lookUp(people.hashes, undefined, people.heldBackBy)),

    /** @param store the transaction that records the start */
    lookUpInTransaction: (store: Store, { hashes, heldBackBy }: People, before: ContactLookup) =>
      getOrLookUp(store, () => contacts.lookUpAgain(store, hashes, before, heldBackBy)),
  }
}

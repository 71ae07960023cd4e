/** The rule that nobody on the do-not-call list is called. It cannot be overruled. */
import type { DoNotCallFound } from '#contract/index.ts'
import type { DoNotCall, ListedPeople } from '../contacts/do-not-call.ts'
import { listOnDoNotCall } from '../contacts/do-not-call-refusals.ts'
import type { People, RecipientRule } from './recipient-rules.ts'

const numbersOf = ({ recipients, hashes }: People) => ({
  numbers: recipients.map(({ phone_number }) => phone_number),
  hashes,
})

export const createDoNotCallRule = (list: DoNotCall): RecipientRule<ListedPeople, DoNotCallFound> => ({
  find: (people) => list.find(people.workspace, numbersOf(people)),

  findAgain: (store, people, earlierFindings) =>
    list.findAgain(store, people.workspace, numbersOf(people), earlierFindings),

  appliesToTests: true,

  /** @throws Refusal 409 `do_not_call` if anybody is on the do-not-call list */
  refuse(findings, { hashes }) {
    // guard: nobody-on-the-do-not-call-list
    if (findings.indexes.length > 0) throw listOnDoNotCall(findings, hashes.length)
  },

  indexesOf: ({ indexes }) => indexes,
  describe: ({ indexes, by }, rowsOf) => ({ people: indexes.length, rows: rowsOf(indexes), by }),
})

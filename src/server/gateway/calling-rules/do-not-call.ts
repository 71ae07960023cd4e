/** The rule that nobody on the do-not-call list is called. It cannot be overruled. */
import type { DoNotCallFound } from '#contract/index.ts'
import type { DoNotCall, ListedPeople } from '../contacts/do-not-call.ts'
import { listOnDoNotCall } from '../contacts/do-not-call-refusals.ts'
import type { RecipientRule } from './recipient-rules.ts'

export const createDoNotCallRule = (list: DoNotCall): RecipientRule<ListedPeople, DoNotCallFound> => ({
  find: ({ workspace, hashes }) => list.find(workspace, hashes),

  findAgain: (store, { workspace, hashes }, earlierFindings) =>
    list.findAgain(store, workspace, hashes, earlierFindings),

  appliesToTests: true,

  /** @throws Refusal 409 `do_not_call` if anybody is on the do-not-call list */
  refuse(findings, { hashes }) {
    // guard: nobody-on-the-do-not-call-list
    if (findings.indexes.length > 0) throw listOnDoNotCall(findings, hashes.length)
  },

  indexesOf: ({ indexes }) => indexes,
  describe: ({ indexes, by }, rowsOf) => ({ people: indexes.length, rows: rowsOf(indexes), by }),
})

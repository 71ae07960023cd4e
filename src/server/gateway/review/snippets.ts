/** The snippets of each workspace, as its reviewers and administrators write them. */
import { type Operator, type Snippet, Snippets } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { refusal } from '../shared/refusals.ts'
import { readSetting, replaceSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'

const nameOf = (workspace: string) => `snippets of ${workspace}`

/** @returns the stored snippets; none if they were never set, or are invalid in this version */
const parse = (stored: string | undefined): Snippet[] =>
  Snippets.safeParse(JSON.parse(stored ?? 'null')).data?.snippets ?? []

export function createSnippetSetting({ store, recordAction }: { store: Store; recordAction: RecordAction }) {
  return {
    get: async (workspace: string): Promise<Snippets> => ({
      snippets: parse(await readSetting(store, nameOf(workspace))),
    }),

    /**
     * Replaces the snippets. The record has none of their texts.
     *
     * @param change `replaced`: the snippets that the person changed
     * @throws Refusal 409 `changed` if somebody else has changed them since; `not_recorded` 503: nothing was changed
     */
    async change(
      workspace: string,
      { snippets, replaced }: { snippets: Snippet[]; replaced: Snippet[] },
      operator: Operator,
    ): Promise<Snippets> {
      const stored = await readSetting(store, nameOf(workspace))
      // guard: snippets-are-not-overwritten
      if (JSON.stringify(parse(stored)) !== JSON.stringify(replaced)) throw changedMeanwhile()
      return recordAction({ endpoint: 'snippetsChange', ids: { workspaceId: workspace }, operator }, async () => {
        const value = JSON.stringify({ snippets } satisfies Snippets)
        if (!(await replaceSetting(store, nameOf(workspace), stored, value))) throw changedMeanwhile()
        return { snippets }
      })
    },
  }
}

const changedMeanwhile = () =>
  refusal({
    status: 409,
    code: 'changed',
    message:
      'Somebody else changed the snippets in the meantime. Nothing was saved. Copy your text, then discard your changes.',
  })

/** Texts for an entry on the do-not-call list: its masked number and where it comes from. Pure. */
import type { DoNotCallFacts, DoNotCallSource } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'

/** The last two digits, after dots for the others. The gateway stores no other digits. */
export const maskedNumber = (lastTwo: string): string => `••• ${lastTwo}`

const sources: Record<
  DoNotCallSource,
  { text: (file: string | null) => string; path: ((id: string) => string) | null }
> = {
  hand: { text: () => 'By hand', path: null },
  call: { text: () => 'Call', path: paths.call },
  conversation: { text: () => 'Conversation', path: paths.conversation },
  batch_row: { text: () => 'Batch', path: (id) => paths.batch(id) },
  import: { text: (file) => (file ? `Import of ${file}` : 'Import'), path: null },
  column: { text: (file) => (file ? `Opt-out column of ${file}` : 'Opt-out column of a batch'), path: null },
}

/** Such as "Import of list.csv", with the path of the page to link to. */
export function sourceText({ kind, name, id }: DoNotCallFacts['source']): { text: string; path: string | null } {
  const { text, path } = sources[kind]
  return { text: text(name), path: id && path ? path(id) : null }
}

/** What an edit changed, word by word. Pure. */
import { diffArrays } from 'diff'

export interface Change {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Words and what is between them; each is compared as a whole. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** Comparing takes the square of how many words differ; above this the middle counts as rewritten. */
const maxEditLength = 1_000

function middle(left: string[], right: string[]): Change[] {
  const changes = diffArrays(left, right, { maxEditLength: maxEditLength }) ?? [
    { removed: true, added: false, value: left },
    { removed: false, added: true, value: right },
  ]
  return changes.flatMap(({ removed, added, value }) =>
    value.map((text) => ({ kind: removed ? 'removed' : added ? 'added' : 'same', text })),
  )
}

/** Neighbours of one kind as one. */
function joined(changes: readonly Change[]): Change[] {
  const result: Change[] = []
  for (const { kind, text } of changes) {
    if (text === '') continue
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else result.push({ kind, text })
  }
  return result
}

const isGap = ({ kind, text }: Change) => kind === 'same' && text.trim() === ''

/** What was rewritten reads as one phrase struck out and one put in, though the gaps between its words are the same. */
function asPhrases(changes: readonly Change[]): Change[] {
  const result: Change[] = []
  let run: Change[] = []
  const end = () => {
    // A gap at the end of a run belongs to what follows.
    const after = run.splice(run.findLastIndex((one) => !isGap(one)) + 1)
    const words = (left: Change['kind']) =>
      run
        .filter(({ kind }) => kind !== left)
        .map(({ text }) => text)
        .join('')
    const both = run.some(({ kind }) => kind === 'removed') && run.some(({ kind }) => kind === 'added')
    if (both) {
      const [was, is] = [words('added'), words('removed')]
      // So does a gap that ends both phrases.
      const [gap = ''] = /\s+$/.exec(was) ?? []
      const shared = is.endsWith(gap) ? gap.length : 0
      result.push(
        { kind: 'removed', text: was.slice(0, was.length - shared) },
        { kind: 'added', text: is.slice(0, is.length - shared) },
        { kind: 'same', text: was.slice(was.length - shared) },
      )
    } else result.push(...run)
    result.push(...after)
    run = []
  }
  for (const change of changes) {
    if (change.kind !== 'same' || (isGap(change) && run.length > 0)) run.push(change)
    else {
      end()
      result.push(change)
    }
  }
  end()
  return result
}

/** How many words two lists share from their beginnings. */
function shared(left: readonly string[], right: readonly string[]): number {
  const end = Math.min(left.length, right.length)
  let count = 0
  while (count < end && left[count] === right[count]) count += 1
  return count
}

/**
 * @returns the changes in order: `same` and `removed` joined are the text before, `same` and `added` joined are the text after
 */
export function wordDifference(before: string, after: string): Change[] {
  const left = wordsOf(before)
  const right = wordsOf(after)
  const start = shared(left, right)
  const end = shared(left.slice(start).toReversed(), right.slice(start).toReversed())
  const same = (text: string): Change => ({ kind: 'same', text })
  return joined([
    same(left.slice(0, start).join('')),
    ...asPhrases(middle(left.slice(start, left.length - end), right.slice(start, right.length - end))),
    same(left.slice(left.length - end).join('')),
  ])
}

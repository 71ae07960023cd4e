/** What an edit changed, word by word. Pure. */
import { diffArrays } from 'diff'

export interface Change {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Words and the whitespace between them. Each is compared as a whole. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** The time to compare grows with the square of the differing words. Above this, the middle counts as rewritten. */
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

/** Joins adjacent changes of one kind. */
function mergeAdjacent(changes: readonly Change[]): Change[] {
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

/** Shows rewritten words as one removed and one added phrase, although the whitespace between them is unchanged. */
function asPhrases(changes: readonly Change[]): Change[] {
  const result: Change[] = []
  let run: Change[] = []
  const end = () => {
    // A gap at the end of a run belongs to what follows.
    const after = run.splice(run.findLastIndex((one) => !isGap(one)) + 1)
    const textWithout = (kindToOmit: Change['kind']) =>
      run
        .filter(({ kind }) => kind !== kindToOmit)
        .map(({ text }) => text)
        .join('')
    const both = run.some(({ kind }) => kind === 'removed') && run.some(({ kind }) => kind === 'added')
    if (both) {
      const [removed, added] = [textWithout('added'), textWithout('removed')]
      // A gap at the end of both phrases also belongs to what follows.
      const [gap = ''] = /\s+$/.exec(removed) ?? []
      const shared = added.endsWith(gap) ? gap.length : 0
      result.push(
        { kind: 'removed', text: removed.slice(0, removed.length - shared) },
        { kind: 'added', text: added.slice(0, added.length - shared) },
        { kind: 'same', text: removed.slice(removed.length - shared) },
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

/** The number of words that two lists share at the start. */
function sharedStart(left: readonly string[], right: readonly string[]): number {
  const end = Math.min(left.length, right.length)
  let count = 0
  while (count < end && left[count] === right[count]) count += 1
  return count
}

/**
 * @returns the changes in order. `same` and `removed` joined give the text before, `same` and `added` the text after.
 */
export function wordDifference(before: string, after: string): Change[] {
  const left = wordsOf(before)
  const right = wordsOf(after)
  const start = sharedStart(left, right)
  const end = sharedStart(left.slice(start).toReversed(), right.slice(start).toReversed())
  const same = (text: string): Change => ({ kind: 'same', text })
  return mergeAdjacent([
    same(left.slice(0, start).join('')),
    ...asPhrases(middle(left.slice(start, left.length - end), right.slice(start, right.length - end))),
    same(left.slice(left.length - end).join('')),
  ])
}

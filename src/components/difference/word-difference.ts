/** What an edit changed, word by word. Pure. */
import { diffArrays } from 'diff'

export interface Change {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Words and the whitespace between them. Each is compared as a whole. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** The time to compare grows with the square of the number of differing words. Above this number, all words count as rewritten. */
const maxEditLength = 1_000

function compareWords(left: string[], right: string[]): Change[] {
  const changes = diffArrays(left, right, { maxEditLength }) ?? [
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
  let changeRun: Change[] = []
  const endRun = () => {
    // A gap at the end of a run belongs to the text that follows.
    const trailingGaps = changeRun.splice(changeRun.findLastIndex((change) => !isGap(change)) + 1)
    const textWithout = (kindToOmit: Change['kind']) =>
      changeRun
        .filter(({ kind }) => kind !== kindToOmit)
        .map(({ text }) => text)
        .join('')
    const isRewritten =
      changeRun.some(({ kind }) => kind === 'removed') && changeRun.some(({ kind }) => kind === 'added')
    if (isRewritten) {
      const [removed, added] = [textWithout('added'), textWithout('removed')]
      // A gap at the end of both phrases belongs to the text that follows.
      const [gap = ''] = /\s+$/.exec(removed) ?? []
      const sharedGapLength = added.endsWith(gap) ? gap.length : 0
      result.push(
        { kind: 'removed', text: removed.slice(0, removed.length - sharedGapLength) },
        { kind: 'added', text: added.slice(0, added.length - sharedGapLength) },
        { kind: 'same', text: removed.slice(removed.length - sharedGapLength) },
      )
    } else result.push(...changeRun)
    result.push(...trailingGaps)
    changeRun = []
  }
  for (const change of changes) {
    if (change.kind !== 'same' || (isGap(change) && changeRun.length > 0)) changeRun.push(change)
    else {
      endRun()
      result.push(change)
    }
  }
  endRun()
  return result
}

/** The number of words that two lists share at the start. */
function sharedStartLength(left: readonly string[], right: readonly string[]): number {
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
  const startLength = sharedStartLength(left, right)
  const endLength = sharedStartLength(left.slice(startLength).toReversed(), right.slice(startLength).toReversed())
  const same = (text: string): Change => ({ kind: 'same', text })
  return mergeAdjacent([
    same(left.slice(0, startLength).join('')),
    ...asPhrases(
      compareWords(
        left.slice(startLength, left.length - endLength),
        right.slice(startLength, right.length - endLength),
      ),
    ),
    same(left.slice(left.length - endLength).join('')),
  ])
}

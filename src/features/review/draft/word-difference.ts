/** What an edit changed, word by word. Pure. */

export interface Change {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Words and what is between them; each is compared as a whole. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** Comparing takes the product of both lengths; above this the middle counts as rewritten. */
const most = 4_000_000

/** For each pair of positions the length of the longest common rest; rows of `right.length + 1`. */
function commonRests(left: readonly string[], right: readonly string[]): Uint32Array {
  const width = right.length + 1
  const rests = new Uint32Array((left.length + 1) * width)
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      rests[i * width + j] =
        left[i] === right[j]
          ? (rests[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(rests[(i + 1) * width + j] ?? 0, rests[i * width + j + 1] ?? 0)
    }
  }
  return rests
}

function middle(left: readonly string[], right: readonly string[]): Change[] {
  const removed = (text: string): Change => ({ kind: 'removed', text })
  const added = (text: string): Change => ({ kind: 'added', text })
  if (left.length * right.length > most) return [removed(left.join('')), added(right.join(''))]
  const rests = commonRests(left, right)
  const width = right.length + 1
  const changes: Change[] = []
  let i = 0
  let j = 0
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      changes.push({ kind: 'same', text: left[i] ?? '' })
      i += 1
      j += 1
    } else if ((rests[(i + 1) * width + j] ?? 0) >= (rests[i * width + j + 1] ?? 0)) {
      changes.push(removed(left[i] ?? ''))
      i += 1
    } else {
      changes.push(added(right[j] ?? ''))
      j += 1
    }
  }
  return [...changes, ...left.slice(i).map(removed), ...right.slice(j).map(added)]
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
    if (both) result.push({ kind: 'removed', text: words('added') }, { kind: 'added', text: words('removed') })
    else result.push(...run)
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

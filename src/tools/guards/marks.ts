/** Where the guards stand in the source, and the source without one of them. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const top = join(import.meta.dirname, '../../..')

export interface Mark {
  id: string
  /** From the top of the project. */
  file: string
  /** The file's text, and what of it is the guard. */
  text: string
  start: number
  end: number
  isStatement: boolean
}

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The largest node within another that begins at a place. */
function beginningAt(place: number, within: Node): Node | undefined {
  for (const child of childrenOf(within)) {
    if (child.start === place) return child
    const found = child.start < place && place < child.end ? beginningAt(place, child) : undefined
    if (found) return found
  }
  return undefined
}

function marksIn(file: string): Mark[] {
  const text = readFileSync(join(top, file), 'utf8')
  if (!text.includes('guard: ')) return []
  const { program, comments } = parseSync(file, text)
  return comments.flatMap(({ value, end: after }) => {
    const id = /^ guard: ([\w-]+) ?$/.exec(value)?.[1]
    if (id === undefined) return []
    const marked = beginningAt(after + text.slice(after).search(/\S/), program)
    if (!marked) throw new Error(`${file}: nothing begins after the mark of ${id}`)
    const { type, start, end } = marked
    return [{ id, file, text, start, end, isStatement: /(Statement|Declaration)$/.test(type) }]
  })
}

/** Every mark of the source. */
export const findMarks = (): Mark[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: top, exclude: ['src/tools/**', '**/*.test.ts'] }).flatMap(marksIn)

/** The text of a marked file without the guard, or with something else in its place. */
export function withoutGuard({ text, start, end, isStatement }: Mark, instead = isStatement ? ';' : ''): string {
  const after = text.slice(end)
  return text.slice(0, start) + instead + (instead === '' ? after.replace(/^\s*,/, '') : after)
}

/** Whether a text is TypeScript. */
export const isParsed = (file: string, text: string): boolean => parseSync(file, text).errors.length === 0

/** The variables that a piece of a function uses. */
export function variablesIn(piece: string): string[] {
  const names: string[] = []
  const visit = (node: Node): void => {
    if ('name' in node) names.push(`${node.type === 'PrivateIdentifier' ? '#' : ''}${String(node.name)}`)
    for (const child of childrenOf(node)) {
      const isProperty = 'property' in node && node.property === child && 'computed' in node && !node.computed
      if (!isProperty || child.type === 'PrivateIdentifier') visit(child)
    }
  }
  visit(parseSync('piece.ts', `async () => { ${piece} }`).program)
  return names
}

/** Finds the comments `guard: <id>` in the source, and removes the guard that a comment marks. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const projectRoot = join(import.meta.dirname, '../../..')

export interface Mark {
  id: string
  /** Relative to the project's root. */
  file: string
  /** The file's text, and the range of the guard in it. */
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

/** The largest node within a parent that starts at this offset. */
function nodeAt(offset: number, parent: Node): Node | undefined {
  for (const child of childrenOf(parent)) {
    if (child.start === offset) return child
    const node = child.start < offset && offset < child.end ? nodeAt(offset, child) : undefined
    if (node) return node
  }
  return undefined
}

function findMarksInFile(file: string): Mark[] {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  if (!text.includes('guard: ')) return []
  const { program, comments } = parseSync(file, text)
  return comments.flatMap(({ value, end: after }) => {
    const id = /^ guard: ([\w-]+) ?$/.exec(value)?.[1]
    if (id === undefined) return []
    const markedNode = nodeAt(after + text.slice(after).search(/\S/), program)
    if (!markedNode) throw new Error(`${file}: No code follows the mark of guard ${id}.`)
    const { type, start, end } = markedNode
    return [{ id, file, text, start, end, isStatement: /(Statement|Declaration)$/.test(type) }]
  })
}

/** Finds every mark in the source. */
export const findMarks = (): Mark[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: projectRoot, exclude: ['src/tools/**', '**/*.test.ts'] }).flatMap(
    findMarksInFile,
  )

/** The text of a marked file with the guard removed or replaced. */
export function withoutGuard({ text, start, end, isStatement }: Mark, replacement = isStatement ? ';' : ''): string {
  const textAfter = text.slice(end)
  return text.slice(0, start) + replacement + (replacement === '' ? textAfter.replace(/^\s*,/, '') : textAfter)
}

/** Whether a text is valid TypeScript. */
export const isValidTypeScript = (file: string, text: string): boolean => parseSync(file, text).errors.length === 0

/** The variables that a piece of code uses. */
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

/**
 * Guards: pieces of code that prevent an unwanted effect, such as a second call to the same person. A comment `guard: <id>` marks the
 * statement, expression or property right after it, and the tests that fail without it have the id as a tag. The source is the only list.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const projectRoot = join(import.meta.dirname, '../../..')

export interface Guard {
  id: string
  /** Relative to the project's root. */
  file: string
  line: number
  /** The comment beside the mark; '' if there is none. */
  comment: string
  /** The file's text, and the range of the guard in it. */
  text: string
  start: number
  end: number
  /** The kind of its node in the syntax tree. */
  type: string
}

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The largest node within a parent that starts at this offset. */
function nodeAt(offset: number, parent: Node): Node | undefined {
  for (const child of Object.values(parent).flat().filter(isNode)) {
    if (child.start === offset) return child
    const node = child.start < offset && offset < child.end ? nodeAt(offset, child) : undefined
    if (node) return node
  }
  return undefined
}

const markPattern = /^ guard: ([\w-]+) ?$/

function findGuardsIn(file: string): Guard[] {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  if (!text.includes('guard: ')) return []
  const { program, comments } = parseSync(file, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  /** The text of the comments that end on the line before. */
  const commentAbove = (line: number): string => {
    const above = comments.filter(({ value, end }) => !markPattern.test(value) && lineAt(end) === line - 1).at(-1)
    if (above === undefined) return ''
    const words = above.value.replaceAll(/^\s*\*?\s*/gm, ' ').trim()
    return `${commentAbove(lineAt(above.start))} ${words}`.trim()
  }
  return comments.flatMap(({ value, start: markStart, end: markEnd }) => {
    const id = markPattern.exec(value)?.[1]
    if (id === undefined) return []
    const node = nodeAt(markEnd + text.slice(markEnd).search(/\S/), program)
    if (!node) throw new Error(`${file}: No code follows the mark of guard ${id}.`)
    const { type, start, end } = node
    const line = lineAt(markStart)
    return [{ id, file, line, comment: commentAbove(line), text, start, end, type }]
  })
}

const sourceFiles = () => globSync('src/**/*.{ts,tsx}', { cwd: projectRoot, exclude: ['src/tools/**', '**/*.test.ts'] })

/** Finds every guard in the source. */
export const findGuards = (): Guard[] => sourceFiles().flatMap(findGuardsIn)

/** The ids of all guards. Parses no file, so that it takes little time at the start of each test run. */
export const guardIds = (): string[] =>
  sourceFiles().flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/\/[/*] guard: ([\w-]+)/g)].map(([, id = '']) => id),
  )

/** What a guard is replaced with when it is removed. Of an expression that decides something, both decisions have to be noticed. */
function replacementsOf({ type, text, start, end }: Guard): string[] {
  if (/(Statement|Declaration)$/.test(type)) return [';']
  if (/^[\d_ *]+$/.test(text.slice(start, end))) return ['Infinity']
  if (/Function/.test(type)) return ['() => {}']
  return /^(Logical|Binary|Unary|Call|Await|Parenthesized|Chain)Expression$/.test(type)
    ? ['true', 'false']
    : ['', 'undefined']
}

/** The texts of a guard's file without the guard that are still valid TypeScript. */
export function withoutGuard(guard: Guard): string[] {
  const { file, text, start, end } = guard
  return replacementsOf(guard)
    .map((replacement) => {
      const after = text.slice(end)
      return text.slice(0, start) + replacement + (replacement === '' ? after.replace(/^\s*,/, '') : after)
    })
    .filter((changed) => changed !== text && parseSync(file, changed).errors.length === 0)
}

/** Finds the project's tests and stories that have tags. Parses the files without running them. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

export interface TaggedTest {
  file: string
  title: string
  /** The tags of the test and of the enclosing `describe` blocks, without the `@` that Playwright requires. */
  tags: string[]
}

const projectRoot = join(import.meta.dirname, '../..')

/** The name of the called function without modifiers such as `.each(…)`: `it`, `test` or `describe`; null if it has no name. */
function keywordOf(callee: ESTree.Expression): string | null {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'CallExpression') return keywordOf(callee.callee)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null
  return callee.property.name === 'describe' ? 'describe' : keywordOf(callee.object)
}

const textsIn = (value: ESTree.Node): string[] => {
  if (value.type === 'ArrayExpression') return value.elements.flatMap((element) => (element ? textsIn(element) : []))
  return value.type === 'Literal' && typeof value.value === 'string' ? [value.value.replace(/^@/, '')] : []
}

const tagsOf = (options: ESTree.Node | undefined): string[] => {
  if (options?.type !== 'ObjectExpression') return []
  return options.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && /^tags?$/.test(property.key.name)
      ? textsIn(property.value)
      : [],
  )
}

function testsIn(file: string): TaggedTest[] {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  if (!/\btags?:/.test(text)) return []
  const { program } = parseSync(file, text)
  const tests: TaggedTest[] = []
  const enclosing: { call: ESTree.CallExpression; tags: string[] }[] = []
  new Visitor({
    CallExpression(call) {
      const keyword = keywordOf(call.callee)
      const [title, options] = call.arguments
      if (!title || !/^(describe|it|test)$/.test(keyword ?? '')) return
      const tags = [...(enclosing.at(-1)?.tags ?? []), ...tagsOf(options)]
      if (keyword === 'describe') enclosing.push({ call, tags })
      else if (tags.length > 0) tests.push({ file, title: text.slice(title.start + 1, title.end - 1), tags })
    },
    'CallExpression:exit'(call) {
      if (enclosing.at(-1)?.call === call) enclosing.pop()
    },
  }).visit(program)
  return tests
}

/** All tests and stories with a tag. */
export const taggedTests = (): TaggedTest[] =>
  globSync(['src/**/*.test.ts', 'e2e/*.story.ts'], { cwd: projectRoot }).flatMap(testsIn)

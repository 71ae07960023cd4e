/**
 * The header `Link` of a page: what the browser begins to load together with the document, instead of after the page's script has asked for
 * it. Its reads are those for which the page's loader waits (`firstNeeds`), and only those that this operator may use.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  contract,
  type EndpointDefinition,
  type FirstRead,
  firstNeeds,
  homeOf,
  type KnownAddress,
  type Operator,
} from '#contract/index.ts'

/** What Vite's manifest says of a file. */
interface BuiltFile {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, BuiltFile>

const readManifest = (folder: string): Manifest => {
  const file = join(folder, '.vite/manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
}

/** The files of a module and of everything that it imports, without those that the page names itself. */
function filesOf(manifest: Manifest, key: string): string[] {
  const found = new Set<string>()
  const add = (one: string) => {
    if (found.has(one) || one === 'index.html') return
    found.add(one)
    for (const imported of manifest[one]?.imports ?? []) add(imported)
  }
  add(key)
  return [...found].flatMap((one) => manifest[one]?.file ?? [])
}

const linkTo = (path: string, rest: string) => `<${path}>; rel=${rest}`
const linkToRead = ({ name, query = {} }: FirstRead) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]))
  const { path } = contract[name] as EndpointDefinition
  return linkTo(search.size === 0 ? path : `${path}?${search.toString()}`, 'preload; as=fetch; crossorigin')
}

const mayRead = ({ roles }: Operator, { name }: FirstRead) => {
  const { roles: permitted } = contract[name] as EndpointDefinition
  return permitted === 'public' || roles.some((role) => permitted.includes(role))
}

/**
 * @param folder the build's output
 * @param hasWorkspaces whether a tab may have chosen a workspace: then the browser cannot know whose data a read is about
 * @returns a function from a page's address (path and query) and its operator to the header
 */
export function createFirstLinks(folder: string, hasWorkspaces: boolean) {
  const manifest = readManifest(folder)
  const entries = Object.entries(manifest)
  const scripts = new Map(
    Object.entries(firstNeeds).map(([address, { module }]) => {
      // The overview is built together with what it shares with other pages, under the name `first`.
      const key = `src/${module}` in manifest ? `src/${module}` : entries.find(([, { name }]) => name === 'first')?.[0]
      return [
        address,
        key === undefined ? [] : filesOf(manifest, key).map((file) => linkTo(`/${file}`, 'modulepreload')),
      ]
    }),
  )
  const styles = manifest['index.html']?.css ?? []
  const fonts = entries.filter(([key]) => key.endsWith('/inter-latin-wght-normal.woff2')).map(([, { file }]) => file)
  // Before the scripts: behind them, the style sheet delays the first paint, and the font comes after the first words and is not used.
  const everyPage = [
    linkToRead({ name: 'sessionShow' }),
    ...styles.map((file) => linkTo(`/${file}`, 'preload; as=style; crossorigin')),
    ...fonts.map((file) => linkTo(`/${file}`, 'preload; as=font; crossorigin')),
  ]
  return (opened: string, operator: Operator | null): string => {
    const address = opened === '/' && operator ? homeOf(operator.roles) : opened
    const reads: readonly FirstRead[] = address in firstNeeds ? firstNeeds[address as KnownAddress].reads : []
    const allowed = operator && !hasWorkspaces ? reads.filter((read) => mayRead(operator, read)) : []
    return [...everyPage, ...(scripts.get(address) ?? []), ...allowed.map(linkToRead)].join(', ')
  }
}

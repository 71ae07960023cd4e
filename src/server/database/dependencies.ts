/**
 * Tracks what a value depends on while it is computed: the tables that statements read, and other sources that call `dependsOn`. A cache
 * of the value (`gateway/shared/memo.ts`) recomputes it when one of them has changed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'

/** Versioned data that a computed value may depend on. */
export interface DependencySource {
  /** Another number after each change. */
  version: () => number
  /** Whether changes are noticed within moments. Absent: always. */
  isCurrent?: () => boolean
}

export interface Dependencies {
  /** Each source that was read, with its version before the read. */
  versions: Map<DependencySource, number>
  /** Steady clock, ms: when the value expires. */
  until: number
}

/** The dependencies of the value that is being computed. */
const computing = new AsyncLocalStorage<Dependencies>()

/** Computes a value and records its dependencies. */
export const trackDependencies = <T>(dependencies: Dependencies, compute: () => T): T =>
  computing.run(dependencies, compute)

/** The value being computed, if any, depends on this source. Call it before reading. */
export function dependsOn(source: DependencySource): void {
  const current = computing.getStore()
  if (current && !current.versions.has(source)) current.versions.set(source, source.version())
}

/** The value being computed, if any, is valid until this moment of the steady clock. */
export function dependsOnTime(moment: number): void {
  const current = computing.getStore()
  if (current) current.until = Math.min(current.until, moment)
}

/** The value being computed, if any, depends on everything that another value depends on. */
export function dependsOnAll({ versions, until }: Dependencies): void {
  const current = computing.getStore()
  if (!current) return
  for (const [source, version] of versions) if (!current.versions.has(source)) current.versions.set(source, version)
  current.until = Math.min(current.until, until)
}

/** A source for data in memory: its owner calls `changed` after each change, and `dependsOn` before each read. */
export function createSource(): DependencySource & { changed: () => void } {
  let version = 0
  return {
    version: () => version,
    changed: () => {
      version += 1
    },
  }
}

interface Node {
  kind?: string
  table?: { identifier?: { name?: string } }
  sqlFragments?: readonly string[]
}

const rawTableReads = /\b(?:from|join)\s+"?(\w+)/gi

/** The names of all tables in a statement. */
function tablesIn(node: unknown, found: Set<string>): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  const { kind, table, sqlFragments = [] } = node as Node
  if (kind === 'TableNode' && table?.identifier?.name) found.add(table.identifier.name)
  for (const text of sqlFragments) for (const [, name = ''] of text.matchAll(rawTableReads)) found.add(name)
  for (const part of Object.values(node)) tablesIn(part, found)
  return found
}

const writeNodeKind = /^(?:Insert|Update|Delete)QueryNode$/

/** A Kysely plugin that records the tables of every statement that reads as dependencies. */
export function trackTables(changes: { version: (table: string) => number; isCurrent: () => boolean }): KyselyPlugin {
  const sources = new Map<string, DependencySource>()
  const sourceOf = (table: string): DependencySource => {
    const source = sources.get(table) ?? { version: () => changes.version(table), isCurrent: changes.isCurrent }
    sources.set(table, source)
    return source
  }
  return {
    transformQuery({ node }) {
      if (computing.getStore() && !writeNodeKind.test(node.kind))
        for (const table of tablesIn(node, new Set())) dependsOn(sourceOf(table))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

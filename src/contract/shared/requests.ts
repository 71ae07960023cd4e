/** How `requests/` says a request: as a read, or as a command by its method. The types stay exact, so that a path has its parameters. */
import type { EffectFacts, Method, RequestDefinition } from './endpoint.ts'
import type { Freshness } from './freshness.ts'

type Roles = RequestDefinition['roles']
export interface Common<M extends Method, Path extends string, Who extends Roles> {
  method: M
  path: Path
  label: string
  roles: Who
}

/**
 * A read.
 *
 * @param label its name for people
 * @param freshness how fresh its answer has to be; null: no page reads it
 */
export const read = <const Path extends string, const Who extends Roles, const Fresh extends Freshness | null>(
  path: Path,
  label: string,
  roles: Who,
  freshness: Fresh,
): Common<'GET', Path, Who> & { freshness: Fresh } => ({ method: 'GET', path, label, roles, freshness })

/** A read whose answer is a file, which is passed on unchanged, or nothing. */
export const readFile = <const Path extends string, const Who extends Roles, const Fresh extends Freshness | null>(
  ...request: Parameters<typeof read<Path, Who, Fresh>>
) => ({ ...read(...request), isJson: false }) as const

/** A command with what it invalidates and, if it is recorded or sent to the service, what the audit and an unknown outcome say. */
type Change = Omit<RequestDefinition, keyof Common<Method, string, Roles> | 'freshness' | 'invalidates'> & {
  invalidates: readonly string[]
}

/** Refuses what `Known` does not have, such as a misspelled option: TypeScript does not look for it in what a type is inferred from. */
type No<Given, Known> = Record<Exclude<keyof Given, keyof Known>, never>

const command =
  <M extends Exclude<Method, 'GET'>>(method: M) =>
  <const Path extends string, const Who extends Roles, const More extends Change>(
    path: Path,
    label: string,
    roles: Who,
    more: More & No<More, Change> & { effect?: No<More['effect'], EffectFacts> },
  ): Common<M, Path, Who> & More => ({ method, path, label, roles, ...more })

export const post = command('POST')
export const put = command('PUT')
export const patch = command('PATCH')
export const remove = command('DELETE')

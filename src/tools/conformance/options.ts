/** The options of a conformance run, from arguments or environment variables. A key in the environment is not in the process list. */
import { parseArgs } from 'node:util'
import { e164Pattern, idPattern } from '#contract/index.ts'

export const help = `Checks whether a deployment of the service conforms to the documented interface.

  npm run conformance -- --url https://… --key … --workspace …

  --url, --key, --workspace     the service (default: SERVICE_URL, SERVICE_API_KEY, SERVICE_WORKSPACE_ID)
  --foreign-workspace <id>      a workspace that the key may not use, to check that it is refused

  Records to read, since the specification lists only agents and flows:
  --agent <id>                  the agent to read, which also places the call (default: the first agent that is ready)
  --conversation <id>  --batch <id>
  --room <roomName>             the room of a call in progress

  --effects                     also checks endpoints that change something; changes and deletes only records that it created
  --number <+…>                 the only number that is called and sent messages

  --rate <n>                    requests per minute (default: 60)
  --help                        shows this help

Without --effects, nothing is changed.

Exit codes: 0 if nothing is missing or wrong; 1 if anything is; 2 if it could not run, was stopped, or the service went away in the
middle.
`

/** Invalid arguments. The message lists every mistake. */
export class InvalidOptionsError extends Error {}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const service = { url: text, key: text, workspace: text, 'foreign-workspace': text, rate: text }
const records = { agent: text, conversation: text, batch: text, room: text, number: text }

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { ...service, ...records, effects: flag, help: flag } }).values
  } catch (error) {
    throw new InvalidOptionsError((error as Error).message)
  }
}

/**
 * Reads arguments and environment.
 *
 * @returns null for `--help`
 * @throws InvalidOptionsError
 */
export function readOptions(args: string[], environment: Record<string, string | undefined>) {
  const values = parse(args)
  if (values.help) return null
  const mistakes: string[] = []
  const required = (given: string | undefined, name: string, option: string): string => {
    const value = given ?? environment[name]
    if (!value) mistakes.push(`${option} is missing (or ${name} in the environment).`)
    return value ?? ''
  }
  const address = required(values.url, 'SERVICE_URL', '--url')
  const apiKey = required(values.key, 'SERVICE_API_KEY', '--key')
  const [workspace = ''] = required(values.workspace, 'SERVICE_WORKSPACE_ID', '--workspace').split(/[=,]/)
  const url = URL.canParse(address) ? new URL(address) : null
  if (address !== '' && !/^https?:$/.test(url?.protocol ?? '')) mistakes.push('--url must be an http or https address.')
  const { agent: agentId, conversation: conversationId, batch: batchId, room: roomName } = values
  const given = Object.entries({ agentId, conversationId, batchId, roomName })
  const ids = new Map(given.filter((entry): entry is [string, string] => entry[1] !== undefined))
  for (const [name, id] of ids) if (!idPattern.test(id)) mistakes.push(`${name} is not a valid ID: ${id}`)
  const { number } = values
  if (number !== undefined && !e164Pattern.test(number))
    mistakes.push(`--number must be in E.164 format, for example +14155550134: ${number}`)
  const rate = Number(values.rate ?? 60)
  if (!(rate >= 1 && rate <= 1_000_000)) mistakes.push('--rate must be a number from 1 to 1000000.')
  if (!values.effects && number !== undefined) mistakes.push('--number requires --effects.')
  if (mistakes.length > 0 || url === null) throw new InvalidOptionsError(mistakes.join('\n'))
  return {
    url,
    apiKey,
    workspace,
    /** A workspace that the key may not use. */
    foreignWorkspace: values['foreign-workspace'],
    hasEffects: values.effects,
    requestsPerMinute: rate,
    /** IDs to read, by the name of their path parameter. */
    ids,
    /** The only number that is called and sent messages. */
    number,
  }
}
export type Options = NonNullable<ReturnType<typeof readOptions>>
